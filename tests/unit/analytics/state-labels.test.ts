import { expect, it } from 'vitest';
import { stateLabels } from '#server/analytics/reports/state-labels.ts';

const labelsOf = (...places: [country: string, state: string][]) => [
  ...stateLabels(places.map(([country, state]) => ({ country, state }))).values(),
];

it('states of one country are shown by their names', () => {
  expect(labelsOf(['US', 'TX'], ['US', 'TN'], ['ZZ', 'NY'])).toEqual(['Texas', 'Tennessee']);
});

it('states of several countries include the country', () => {
  expect(labelsOf(['US', 'TX'], ['IN', 'MH'])).toEqual(['Texas, US', 'Maharashtra, IN']);
});

it('a code of two countries names both states', () => {
  expect(labelsOf(['US', 'TN'], ['IN', 'TN'], ['US', 'TX'])).toEqual([
    'Tennessee, US / Tamil Nadu, IN',
    'Texas, US',
  ]);
});
