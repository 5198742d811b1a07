import { describe, expect, it } from 'vitest';
import { copyNameOf } from '#contract/funnels/copy-name.ts';
import { funnelNameSchema } from '#contract/funnels/definition.ts';
import { freeSlug, slugSchema } from '#contract/slug.ts';

describe('the name of a copy', () => {
  it('has the first number that is free, in any letter case', () => {
    expect(copyNameOf('Main offer', [])).toBe('Main offer 2');
    expect(copyNameOf('Main offer', ['main offer 2'])).toBe('Main offer 3');
    expect(copyNameOf('Main offer 2', ['Main offer 2'])).toBe('Main offer 3');
    expect(copyNameOf('2026', ['2026'])).toBe('2026 2');
  });

  it.each(['x'.repeat(80), `${'x'.repeat(77)}👍x`, `${'x'.repeat(77)} yz`])(
    'is cut where it would be too long: %s',
    (name) => {
      const taken = Array.from({ length: 8 }, (_, index) =>
        copyNameOf(name, []).replace(/2$/, `${index + 2}`),
      );
      for (const one of [copyNameOf(name, []), copyNameOf(name, taken)]) {
        expect(funnelNameSchema.parse(one)).toBe(one);
      }
    },
  );
});

describe('a slug', () => {
  it('stays what was asked for if it is free, else it gets a number', () => {
    expect(freeSlug('main', new Set())).toBe('main');
    expect(freeSlug('main', new Set(['main', 'main-2']))).toBe('main-3');
    expect(freeSlug('edit', new Set())).toBe('edit-2');
  });

  it('is cut where its number needs the place, and not at a dash', () => {
    for (const wanted of ['x'.repeat(60), `${'x'.repeat(57)}-yz`]) {
      const slug = freeSlug(wanted, new Set([wanted]));
      expect(slugSchema.parse(slug)).toBe(`${'x'.repeat(wanted.indexOf('-') < 0 ? 58 : 57)}-2`);
    }
  });
});
