import { describe, expect, it } from 'vitest';
import { countryOf, usStateOf } from '#server/import/place-codes.ts';

describe('a country by name', () => {
  it.each([
    ['United States', 'US'],
    ['united states of america', 'US'],
    ['USA', 'US'],
    ['us', 'US'],
    ['Czechia', 'CZ'],
    ['Czech Republic', 'CZ'],
    ['Hong Kong', 'HK'],
    ['Côte d’Ivoire', 'CI'],
    ["Cote d'Ivoire", 'CI'],
    ['Kosovo', 'XK'],
    ['St. Lucia', 'LC'],
    ['Trinidad & Tobago', 'TT'],
    ['Bosnia and Herzegovina', 'BA'],
    ['Moldova', 'MD'],
    ['South Korea', 'KR'],
    ['Vietnam', 'VN'],
    ['Georgia', 'GE'],
    ['Guinea', 'GN'],
    ['Guinea-Bissau', 'GW'],
    ['Niger', 'NE'],
    ['Nigeria', 'NG'],
    ['EIRE', 'IE'],
    ['RSA', 'ZA'],
    ['Korea', 'KR'],
    ['UAE', 'AE'],
    ['U.S.A.', 'US'],
    ['Deutschland', 'DE'],
    ['Taiwan, Province of China', 'TW'],
    ['European Community', 'ZZ'],
    ['(not set)', 'ZZ'],
    ['Atlantis', 'ZZ'],
    ['QQ', 'ZZ'],
  ])('%s is %s', (name, code) => {
    expect(countryOf(name)).toBe(code);
  });
});

describe('a state by name', () => {
  it.each([
    ['California', 'CA'],
    ['district of columbia', 'DC'],
    ['Washington', 'WA'],
    ['Washington D.C.', 'Washington D.C.'],
    ['TX', 'TX'],
    ['Taipei City', 'Taipei City'],
    ['(not set)', '(not set)'],
  ])('%s is %s', (name, code) => {
    expect(usStateOf(name)).toBe(code);
  });
});
