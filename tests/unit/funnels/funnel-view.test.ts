import { describe, expect, it } from 'vitest';
import type { FunnelView } from '#model/funnel-dashboard.ts';
import { funnelViewParams, paramsOf, viewIn } from '#model/funnel-view.ts';
import { createFunnelAddress } from '#services/funnels/funnel-address.ts';
import { dashboardPlace, dashboardView } from '../../support/funnel-report.ts';
import { recordedEvents } from '../../support/recorded-events.ts';
import { fakeWindow } from '../../support/window.ts';

/** Writes a view into the address and reads it again, as another tab that opens the link does. */
function shared(view: FunnelView): FunnelView | undefined {
  const page = fakeWindow(`/funnels/dashboard/${view.slug}?project=7#${view.tab}`);
  const address = () =>
    createFunnelAddress(
      page.window,
      (to) => page.go(to),
      () => true,
      funnelViewParams,
    );
  address().correct({ range: view.range, params: paramsOf(view) });
  expect(page.search()).toContain('project=7');
  const [first] = recordedEvents(address().watch).received;
  return first && viewIn(first.place);
}

describe("what a funnel's dashboard shows", () => {
  it('is the same for everyone who opens the link', () => {
    const whole: FunnelView = {
      slug: 'vsl-main',
      tab: 'time',
      range: { start: '2026-11-01', end: '2026-11-09' },
      compare: 'custom',
      compared: { start: '2026-10-01', end: '2026-10-09' },
      breakdown: 'utm_source',
      filters: [
        { property: 'country', operator: 'in', values: ['US', 'a&b=c'] },
        { property: 'path', operator: 'is_set' },
      ],
      interval: 'week',
      fromStep: 'lander',
      toStep: 'check-out',
      people: { step: 'check-out', outcome: 'dropped', value: 'none' },
    };
    expect(shared(whole)).toEqual(whole);
    const previous = { ...dashboardView, compare: 'previous' as const };
    expect(shared(previous)).toEqual(previous);
    for (const people of [
      { step: 'lander', outcome: 'open' as const },
      { step: 'lander', outcome: 'reached' as const, value: null },
    ]) {
      expect(shared({ ...dashboardView, people })?.people).toEqual(people);
    }
  });

  it('leaves the address plain by default', () => {
    expect(Object.values(paramsOf(dashboardView)).filter((text) => text !== '')).toEqual([]);
    expect(viewIn(dashboardPlace)).toEqual(dashboardView);
  });

  it.each([
    { compare: 'custom' },
    { compare: 'custom', compare_start: '2026-11-09', compare_end: '2026-11-01' },
    { compare: 'yesterday' },
    { by: 'password' },
    { where: '[{"property":"country"}]' },
    { where: '{' },
    { per: 'month' },
    { between: 'lander' },
    { people: 'lander.gone' },
    { people: '.reached' },
  ])('ignores what is not valid: %j', (params) => {
    expect(viewIn({ ...dashboardPlace, tab: 'people', params })).toEqual(dashboardView);
  });
});
