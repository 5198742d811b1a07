import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { OfferLine } from '#contract/offers/offer.ts';
import { FirstAccess } from '#views/offers/list/FirstAccess.tsx';
import { offerRows } from '../../support/offers.ts';

type Status = OfferLine['access'][number]['status'];

const offers = (...statuses: Status[]): OfferLine[] =>
  statuses.map((status, id) => ({
    ...(offerRows[0] as OfferLine),
    id,
    access: [{ affiliate: 3, affid: 'n-1', name: 'North', status, reason: '' }],
  }));

describe('what an affiliate without an offer does', () => {
  it.each([
    [['none', 'pending'], /Request access to one below/],
    [['pending', 'rejected'], /has not answered yet/],
    [['rejected', 'blocked'], /Ask the manager/],
  ] satisfies [Status[], RegExp][])('%s', (statuses, words) => {
    render(<FirstAccess offers={offers(...statuses)} />);
    expect(screen.getByRole('note').textContent).toMatch(words);
  });

  it('says nothing where an offer is open', () => {
    render(<FirstAccess offers={offers('none', 'approved')} />);
    expect(screen.queryByRole('note')).toBeNull();
  });
});
