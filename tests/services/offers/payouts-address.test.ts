import { describe, expect, it } from 'vitest';
import { createPayoutsAddress } from '#services/offers/payouts-address.ts';
import { recordedEvents } from '../../support/recorded-events.ts';
import { fakeWindow } from '../../support/window.ts';

/** In New York it is still October. */
const now = Date.UTC(2026, 10, 1, 2);
const september = { start: '2026-09-01', end: '2026-09-30' };

function watched(at: string) {
  const { window, go, search } = fakeWindow(at);
  const address = createPayoutsAddress(
    window,
    (to) => go(to),
    () => now,
  );
  const { received } = recordedEvents(address.watch, { timezone: 'America/New_York' });
  return { address, go, search, places: () => received.map((event) => event.place) };
}

const first = (search: string) => watched(`/offers/payouts${search}`).places()[0];

describe('the address of the payouts', () => {
  it('names the days and the affiliate whose statement is open', () => {
    const period = { start: '2026-08-05', end: '2026-08-09' };
    expect(first('?start=2026-08-05&end=2026-08-09')).toEqual({ period, affiliate: null });
    expect(first('?start=2026-08-05&end=2026-08-09&affiliate=3')).toEqual({ period, affiliate: 3 });
  });

  it('has the last month of its zone where it names no days, or days that are none', () => {
    for (const search of ['', '?start=2026-08-05', '?start=2026-08-09&end=2026-08-05', '?end=x']) {
      expect(first(search), search).toEqual({ period: september, affiliate: null });
    }
    for (const affiliate of ['', 'me', '0', '-3', '3.5']) {
      expect(first(`?affiliate=${affiliate}`), affiliate).toMatchObject({ affiliate: null });
    }
  });

  it('is not reported when the app writes it, and is when it changes from outside', () => {
    const { address, go, search, places } = watched('/offers/payouts?project=7&range=today');
    address.visit({ start: '2026-08-01', end: '2026-08-31' });
    expect(search()).toBe('?project=7&start=2026-08-01&end=2026-08-31');
    expect(places()).toHaveLength(1);
    go('/offers/payouts?project=7&start=2026-08-01&end=2026-08-31&affiliate=3');
    expect(places()[1]).toMatchObject({ affiliate: 3 });
  });

  it('is neither read nor written on other screens', () => {
    const { address, go, search, places } = watched('/offers/payouts');
    go('/offers?range=yesterday');
    address.visit(september);
    expect(search()).toBe('?range=yesterday');
    expect(places()).toHaveLength(1);
  });
});
