import { describe, expect, it } from 'vitest';
import { filterIn, listedOffers, orderIn, runStateOf, tasksIn } from '#model/offer-list.ts';
import { affiliateRows, offerFigures, offerRows } from '../../support/offers.ts';

const newest = orderIn(undefined);
const all = filterIn({});

describe('an affiliate', () => {
  it('sees what it may run, request or waits for, and what is full', () => {
    expect(affiliateRows.map(runStateOf)).toEqual(['run', 'available', 'full', 'waiting']);
  });

  it('finds the offers of one state', () => {
    const shown = listedOffers(affiliateRows, {}, filterIn({ show: 'waiting' }), newest);
    expect(shown.map(({ name }) => name)).toEqual(['Gift card']);
  });
});

describe('a member', () => {
  it('sees first what is full, then what lacks terms, then requests', () => {
    expect(tasksIn(offerRows).map(({ kind, offer }) => [kind, offer.name])).toEqual([
      ['full', 'Winter sale'],
      ['terms', 'Trial box'],
      ['requests', 'Black Friday bundle'],
    ]);
  });

  it('sorts by a figure, and an offer without it comes last in either direction', () => {
    const figures = { 7: offerFigures, 9: { ...offerFigures, clicks: 10 } };
    const namesBy = (order: string) =>
      listedOffers(offerRows, figures, all, orderIn(order)).map(({ id }) => id);
    expect(namesBy('clicks')).toEqual([9, 7, 8]);
    expect(namesBy('-clicks')).toEqual([7, 9, 8]);
  });
});
