import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emailSchema } from '#contract/accounts/session.ts';

describe('an e-mail address', () => {
  it.each([
    ['ann@shop.test', 'ann@shop.test'],
    ['Ann+News@Shop.Test', 'ann+news@shop.test'],
    ['kim@bücher.example', 'kim@xn--bcher-kva.example'],
    ['kim@BÜCHER.example', 'kim@xn--bcher-kva.example'],
    ['kim@xn--bcher-kva.example', 'kim@xn--bcher-kva.example'],
    ['user@例え.テスト', 'user@xn--r8jz45g.xn--zckzah'],
    ['ivan@почта.рф', 'ivan@xn--80a1acny.xn--p1ai'],
    ['info@παράδειγμα.δοκιμή', 'info@xn--hxajbheg2az3al.xn--jxalpdlp'],
  ])('may have a domain of any script: %s', (input, stored) => {
    expect(emailSchema.parse(input)).toBe(stored);
    expect(emailSchema.parse(stored)).toBe(stored);
  });

  it.each([
    'ann',
    'ann@',
    'müller@bücher.example',
    '\u0430nn@shop.test',
    '@shop.test',
    'ann@shop',
    'ann@@shop.test',
    'a@b@shop.test',
    'ann shop@shop.test',
    'ann@shop .test',
    'ann@-shop.test',
    'ann..b@shop.test',
    '.ann@shop.test',
    'ann@shop.test/x',
    'ann@bücher.example/x',
    'ann@bücher.example:25',
    'ann@bücher',
    'ann@127.0.0.1',
    'ann@١٢٧.0.0.1',
    'ann\n@bücher.example',
    '<ann>@bücher.example',
    '"ann"@bücher.example',
    'ann@bü\0cher.example',
    'ann,bob@bücher.example',
  ])('is not %j', (input) => {
    expect(emailSchema.safeParse(input).success).toBe(false);
  });

  it('has one form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.domain(), (name, domain) => {
        const read = emailSchema.safeParse(`${name}@${domain}`);
        if (read.success) expect(emailSchema.parse(read.data)).toBe(read.data);
      }),
    );
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        fc.pre(/^[\w.+-]+@/.test(email));
        expect(emailSchema.safeParse(email).success).toBe(true);
      }),
    );
  });
});
