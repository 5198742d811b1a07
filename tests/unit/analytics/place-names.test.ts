import { expect, it } from 'vitest';
import { countryName, stateCode, stateName } from '#server/analytics/reports/place-names.ts';

it.each([
  ['US', 'TX', 'Texas'],
  ['GB', 'SCT', 'Scotland'],
  ['MX', 'JAL', 'Jalisco'],
  ['BR', 'SP', 'São Paulo'],
  ['IN', 'MH', 'Maharashtra'],
  ['DE', 'BY', 'Bayern'],
  ['US', '', 'Unknown'],
  ['US', 'California', 'California'],
  ['', 'TX', 'TX'],
])('the state %s %s is called %s %s', (country, state, name) => {
  expect(stateName(country, state)).toBe(name);
});

it('a country is shown by its name, and an invalid one as unknown', () => {
  expect(['DE', 'ZZ', 'Germany', ''].map(countryName)).toEqual([
    'Germany',
    'Unknown',
    'Unknown',
    'Unknown',
  ]);
});

it('a state without a name has the code of its country', () => {
  expect([stateCode('US', 'TX'), stateCode('US', '')]).toEqual(['US-TX', 'US']);
});
