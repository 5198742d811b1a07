import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPersonal, landingOf, truncateAddress } from '#server/collect/network-address.ts';

describe('an address', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0'],
    ['::ffff:203.0.113.77', '203.0.113.0'],
    ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3::'],
    ['2001:0DB8::1', '2001:db8:0::'],
    ['::1', '0:0:0::'],
    ['2001::', '2001:0:0::'],
    ['64:ff9b::192.0.2.33', '64:ff9b:0::'],
    ['', ''],
  ])('%s is stored as %s', (address, stored) => {
    expect(truncateAddress(address)).toBe(stored);
  });

  it('is the same for every machine of a network', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const stored = truncateAddress(address);
        expect(truncateAddress(stored)).toBe(stored);
      }),
    );
  });
});

describe('a landing address', () => {
  it('never keeps an e-mail address, in any part of it', () => {
    const part = fc.stringMatching(/^[a-z0-9]{1,8}$/);
    fc.assert(
      fc.property(part, part, part, fc.nat(4), (name, host, key, place) => {
        const mail = `${name}@${host}.test`;
        const spots = [
          `https://shop.test/${mail}`,
          `https://shop.test/?${key}=${mail}`,
          `https://shop.test/?${key}=${encodeURIComponent(mail)}`,
          `https://${mail}/${key}`,
          `https://shop.test/#${mail}`,
        ];
        expect(landingOf(spots[place] ?? '')?.url).not.toMatch(/@|%40/);
      }),
    );
  });

  it('is read from web addresses only', () => {
    expect(landingOf('javascript:alert(1)')).toBeNull();
    expect(landingOf('no address')).toBeNull();
  });
});

describe('something like an e-mail address', () => {
  it.each([
    ['ann@shop.test', true],
    ['ann%40shop%2etest', true],
    ['a%40b%40shop.test', true],
    ['a@b@shop.test', true],
    ['sale@home', false],
    ['@shop.test', false],
  ])('%s: %s', (text, is) => expect(isPersonal(text)).toBe(is));

  it('is looked for in a time that grows only with the length of the text', () => {
    // A search that begins anew at each at sign would take hours here.
    for (const part of ['a%40', 'a@', 'a%40.', 'a@b.']) {
      expect(isPersonal(part.repeat(300_000))).toBe(part === 'a@b.' || part === 'a%40.');
    }
  });
});
