import { expect, it } from 'vitest';
import { isAllowedSite } from '#server/collect/public/allowed-site.ts';

const from = (domain: string) => (host: string) =>
  isAllowedSite([domain], { origin: `https://${host}` });

it('accepts a site with and without www', () => {
  for (const domain of ['shop.test', 'www.shop.test', ' WWW.Shop.test ']) {
    expect(
      ['shop.test', 'www.shop.test', 'eu.shop.test', 'shop.test.evil'].map(from(domain)),
    ).toEqual([true, true, false, false]);
  }
});

it('accepts one label for a star, www like every other', () => {
  const hosts = ['eu.shop.test', 'www.shop.test', 'shop.test', 'a.eu.shop.test', 'eushop.test'];
  expect(hosts.map(from('*.shop.test'))).toEqual([true, true, false, false, false]);
});
