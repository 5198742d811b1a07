import { describe, expect, it } from 'vitest';
import { passwordWeakness } from '#server/accounts/password-policy.ts';

const email = 'ana.ruiz.at.home@acme.test';

describe('a new password', () => {
  it.each([
    ['nine characters', 'Tr4vel-9x', /at least 10/],
    ['257 characters', 'ab1'.repeat(86).slice(0, 257), /at most 256/],
    ['a common one', 'Password123', /too common/],
    ['one character repeated', 'zzzzzzzzzzzz', /too common/],
    ['the address', ' ANA.ruiz.at.home@acme.test', /other than your e-mail/],
    ['the name in the address', 'Ana.Ruiz.At.Home', /other than your e-mail/],
  ])('is refused: %s', (_, password, reason) => {
    expect(passwordWeakness(password, email)).toMatch(reason);
  });

  it.each([
    ['ten characters', 'Tr4vel-9xq'],
    ['256 characters', 'ab1'.repeat(86).slice(0, 256)],
    ['characters outside the BMP, counted once', '🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵'],
  ])('is accepted: %s', (_, password) => {
    expect(passwordWeakness(password, email)).toBeNull();
  });
});
