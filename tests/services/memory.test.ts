import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Remembered } from '#contract/remembered.ts';
import { rememberedSchemas } from '#contract/remembered.ts';
import { createMemory } from '#services/memory.ts';
import { member } from '../support/samples.ts';

/** A store like the browser's, whose content a test can see and spoil. */
function storage(content: Record<string, string> = {}) {
  const held = new Map(Object.entries(content));
  const store = {
    get length() {
      return held.size;
    },
    key: (index: number) => [...held.keys()][index] ?? null,
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  };
  return { store, keys: () => [...held.keys()].sort() };
}

const { token: _, projects, affiliates, timezone, ...user } = member;
const facts: Required<Remembered> = {
  token: member.token,
  user: { ...user, currentProject: 7, currentAffiliate: 3 },
  projects,
  affiliates,
  chosenAffiliates: [3],
  timezone,
  filters: { utm_source: ['facebook', '-tiktok'] },
  chosenOfferIds: ['101'],
  sidebarRight: true,
  browserConversions: true,
  uniqueConversions: false,
  chosenCountries: ['US'],
  countries: ['US', 'CA'],
};
const plain = { theme: 'system', density: 'comfortable' } as const;

describe('memory', () => {
  it('gives every fact back after a reload', () => {
    const { store } = storage();
    createMemory(() => store, expect.unreachable).remember(facts);
    expect(createMemory(() => store, expect.unreachable).read()).toEqual({
      facts,
      preferences: plain,
    });
  });

  it('keeps each fact under a versioned key of its own', () => {
    const { store, keys } = storage();
    const memory = createMemory(() => store, expect.unreachable);
    memory.remember(facts);
    memory.rememberPreferences({ theme: 'dark', density: 'compact' });
    expect(keys()).toEqual(
      [...Object.keys(rememberedSchemas), 'preferences']
        .map((fact) => `clickledger.v1.${fact}`)
        .sort(),
    );
    expect(memory.read().preferences).toEqual({ theme: 'dark', density: 'compact' });
  });

  it('forgets everything of this app, of any version, and nothing else', () => {
    const { store, keys } = storage({ 'clickledger.v0.token': '"old"', another: 'app' });
    const memory = createMemory(() => store, expect.unreachable);
    memory.remember(facts);
    memory.rememberPreferences({ theme: 'dark', density: 'compact' });
    memory.forget();
    expect(keys()).toEqual(['another']);
    expect(memory.read()).toEqual({ facts: {}, preferences: plain });
  });

  it('drops what does not fit, names it, and keeps the rest', () => {
    const { store, keys } = storage({
      'clickledger.v1.token': '"clu_1"',
      'clickledger.v1.filters': '{"utm_source":"facebook"}',
      'clickledger.v1.projects': '[{"id":"seven"}]',
      'clickledger.v1.timezone': '{broken',
      'clickledger.v1.__proto__': '{"polluted":true}',
      'clickledger.v1.preferences': '{"theme":"neon"}',
    });
    const dropped: string[] = [];
    const memory = createMemory(
      () => store,
      (fact) => dropped.push(fact),
    );
    expect(memory.read()).toEqual({ facts: { token: 'clu_1' }, preferences: plain });
    expect(dropped.sort()).toEqual(['filters', 'preferences', 'projects', 'timezone']);
    expect(keys()).toContain('clickledger.v1.token');
    expect(keys()).not.toContain('clickledger.v1.filters');
  });

  it('never fails, whatever is stored', () => {
    const names = Object.keys(rememberedSchemas);
    const content = fc.oneof(fc.string(), fc.json());
    fc.assert(
      fc.property(fc.constantFrom(...names), content, (fact, text) => {
        const { store } = storage({ [`clickledger.v1.${fact}`]: text });
        const memory = createMemory(
          () => store,
          () => {},
        );
        expect(() => memory.read()).not.toThrow();
      }),
    );
  });

  it('works without storage until the page is closed', () => {
    const memory = createMemory(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    }, expect.unreachable);
    memory.remember({ token: 'clu_1' });
    expect(memory.read().facts).toEqual({ token: 'clu_1' });
    memory.forget();
    expect(memory.read().facts).toEqual({});
  });

  it('survives a store that is full', () => {
    const { store } = storage();
    const memory = createMemory(() => store, expect.unreachable);
    store.setItem = () => {
      throw new DOMException('Full.', 'QuotaExceededError');
    };
    expect(() => memory.remember(facts)).not.toThrow();
  });
});
