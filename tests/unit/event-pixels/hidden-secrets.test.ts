import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hiding } from '#server/event-pixels/hidden-secrets.ts';
import { masked } from '#server/event-pixels/vault.ts';

const hex = (sign: string, length = 2) => sign.charCodeAt(0).toString(16).padStart(length, '0');
const everySign = (write: (sign: string) => string) => (text: string) =>
  text.replace(/[^A-Za-z0-9]/g, write);

/** Ways in which a partner may write a text into its answer. */
const forms = new Map<string, (text: string) => string>([
  ['as it is', (text) => text],
  ['JSON', (text) => JSON.stringify(text).slice(1, -1)],
  ['JSON of PHP', (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/')],
  ['JSON for pages', everySign((sign) => `\\u${hex(sign, 4)}`)],
  ['script', everySign((sign) => `\\x${hex(sign).toUpperCase()}`)],
  ['address', encodeURIComponent],
  ['whole address', everySign((sign) => `%${hex(sign)}`)],
  ['form', (text) => new URLSearchParams([['', text]]).toString().slice(1)],
  ['page', everySign((sign) => `&#${sign.charCodeAt(0)};`)],
  ['page, hexadecimal', everySign((sign) => `&#x${hex(sign)};`)],
]);

const secrets = fc.string({ unit: fc.constantFrom(...'kZ+/=&"\'<>%\\~$;# '), minLength: 8 });

it('no form of a secret, nor a form within a form, is shown', () => {
  const form = fc.constantFrom(...forms.keys());
  fc.assert(
    fc.property(secrets, form, form, (signs, inner, outer) => {
      const secret = `s3cret${signs}tail`;
      const write = (text: string, name: string) => forms.get(name)?.(text) ?? text;
      const answer = `you sent ${write(write(secret, inner), outer)}!`;
      const shown = hiding({ 'headers.X-Key': secret })(answer);
      expect(shown).not.toContain('s3cret');
      expect(shown).toContain(masked(secret));
    }),
    {
      numRuns: 2_000,
      // One of its words is shorter than a secret once it is unescaped.
      examples: [[' \\kkk kkkkk', 'as it is', 'as it is']],
    },
  );
});

it('a text without a secret stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(hiding({ token: 'no-such-secret-1' })(text)).toBe(text);
    }),
  );
});

it.each(['\\', '+', ' +', '%', '%25', '&amp;', '\\/', '&', '\\u005c'])(
  'a secret and an answer of nothing but %j are compared in a moment',
  (signs) => {
    const answer = signs.repeat(16_384 / signs.length);
    const secret = `${signs.repeat(Math.floor(500 / signs.length))}Z`;
    expect(hiding({ 'headers.A': secret, 'headers.B': `a${secret}` })(answer)).toBe(answer);
  },
);
