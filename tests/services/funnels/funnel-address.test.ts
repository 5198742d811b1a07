import { describe, expect, it } from 'vitest';
import { funnelPaths } from '#model/funnels.ts';
import { createFunnelAddress } from '#services/funnels/funnel-address.ts';
import { recordedEvents } from '../../support/recorded-events.ts';
import { fakeWindow } from '../../support/window.ts';

function watched(at: string) {
  const { window, go, search } = fakeWindow(at);
  const address = createFunnelAddress(
    window,
    (to) => go(to),
    (path) => path.startsWith('/funnels'),
    ['breakdown'],
  );
  const { received } = recordedEvents(address.watch);
  return { address, go, search, window, places: () => received.map((event) => event.place) };
}

const first = (at: string) => watched(at).places()[0];

describe('the place of a funnel screen in an address', () => {
  it('is the funnel, its step, the days, the tab and the parameters of the screen', () => {
    expect(
      first('/funnels/dashboard/main?start=2026-11-01&end=2026-11-09&breakdown=device&x=1#trend'),
    ).toEqual({
      slug: 'main',
      childSlug: null,
      range: { start: '2026-11-01', end: '2026-11-09' },
      tab: 'trend',
      params: { breakdown: 'device' },
    });
    expect(first(funnelPaths.step('main', 'pay out'))).toMatchObject({
      slug: 'main',
      childSlug: 'pay out',
    });
    expect(first(funnelPaths.editor('main'))).toMatchObject({ slug: 'main', childSlug: null });
    expect(first(funnelPaths.overview('main'))).toMatchObject({ slug: 'main', childSlug: null });
    expect(first(funnelPaths.add)).toMatchObject({ slug: null, childSlug: null });
    expect(first(funnelPaths.list)).toMatchObject({ slug: null, childSlug: null });
  });

  it('has the last 30 days where it names none, or days that are none', () => {
    for (const search of ['', '?range=forever', '?start=2026-11-09&end=2026-11-01', '?start=x'])
      expect(first(`/funnels${search}`)?.range).toBe('last_30_days');
    expect(first('/funnels?range=last_7_days')?.range).toBe('last_7_days');
  });

  it('is not reported when the app writes it, and is when it changes from outside', () => {
    const { address, go, search, window, places } = watched('/funnels/dashboard/main?project=7');
    address.visit({ range: { start: '2026-11-01', end: '2026-11-09' }, tab: 'trend' });
    address.correct({ params: { breakdown: 'device' } });
    expect(search()).toBe('?project=7&start=2026-11-01&end=2026-11-09&breakdown=device');
    expect(window.location.hash).toBe('#trend');
    address.visit({ range: 'last_30_days', tab: '', params: { breakdown: '' } });
    expect(search()).toBe('?project=7');
    expect(places()).toHaveLength(1);
    go('/funnels/dashboard/main?project=7&range=yesterday');
    expect(places()[1]).toMatchObject({ slug: 'main', range: 'yesterday' });
  });

  it('is neither read nor written on other screens', () => {
    const { address, go, search, places } = watched('/funnels');
    go('/dashboard?range=yesterday');
    address.visit({ range: 'last_7_days' });
    expect(search()).toBe('?range=yesterday');
    expect(places()).toHaveLength(1);
  });
});
