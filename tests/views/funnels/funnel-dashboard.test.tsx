import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import type { FunnelReport, Opportunities } from '#contract/funnels/report.ts';
import {
  type FunnelDashboardSnapshot,
  funnelDashboardMachine,
} from '#machines/funnels/funnel-dashboard.ts';
import type { FunnelPlace, FunnelRecalledEvent } from '#model/funnels.ts';
import { FunnelDashboardScreen } from '#views/funnels/FunnelDashboardScreen.tsx';
import {
  brokenDownReport,
  comparedReport,
  dashboardPlace,
  funnelReport,
  noReport,
  opportunities,
  publishedFunnel,
  silentReport,
} from '../../support/funnel-report.ts';
import { funnelDashboardGestures } from '../../support/gestures/funnels/funnel-dashboard.ts';
import { screenInput } from '../../support/samples.ts';
import {
  dashboardParts,
  dashboardSelection,
  funnelDashboardScene,
} from '../../support/scenes/funnels/funnel-dashboard.tsx';
import { withActors } from '../../support/stub-machines.ts';
import { walkView } from '../../support/view-walk.tsx';

const panels = {
  steps: 'People by step',
  trend: 'Entries over time',
  time: 'Time between steps',
  opportunities: 'What to improve',
} as const;

function sees(state: FunnelDashboardSnapshot) {
  const isThere = (text: string | RegExp) => screen.queryByText(text) !== null;
  expect(isThere('This funnel is not published')).toBe(state.matches('draft'));
  expect(isThere(/^There is no funnel/)).toBe(state.matches('missing'));
  expect(screen.queryByRole('button', { name: 'Retry funnel' }) !== null).toBe(
    state.matches('failed'),
  );
  for (const [tab, name] of Object.entries(panels)) {
    const isShown = screen.queryByRole('heading', { level: 2, name: new RegExp(name) }) !== null;
    expect([tab, isShown]).toEqual([tab, state.matches('open') && state.context.view.tab === tab]);
  }
}

walkView(funnelDashboardScene, { gestures: funnelDashboardGestures, sees });

type Given = { report?: FunnelReport; advice?: Opportunities; place?: Partial<FunnelPlace> };

function open({ place = {}, ...parts }: Given = {}) {
  const actor = createActor(
    withActors(funnelDashboardMachine, {
      ...dashboardParts(parts),
      address: fromCallback<FunnelRecalledEvent>(({ sendBack }) =>
        sendBack({ type: 'address.recalled', place: { ...dashboardPlace, ...place } }),
      ),
      readFunnel: fromPromise(async () => publishedFunnel),
    }) as typeof funnelDashboardMachine,
    { input: screenInput },
  ).start();
  render(<FunnelDashboardScreen actor={actor} selection={dashboardSelection()} />);
  return { actor, user: userEvent.setup(), view: () => actor.getSnapshot().context.view };
}

const table = (name: string) => screen.findByRole('table', { name });
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

async function asTable(user: ReturnType<typeof userEvent.setup>, panel: string) {
  await user.click(await screen.findByRole('button', { name: `Menu of ${panel}` }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Show as table' }));
}

describe("the funnel's dashboard", () => {
  it('says first which step gains most, and how much', async () => {
    open();
    const advice = await screen.findByRole('region', { name: 'What to do now' });
    expect(advice.textContent).toContain('Work on Purchase: 12,288.50 USD to gain.');
    expect(advice.textContent).toContain('21.4\u00a0% go on to it.');
    expect(advice.textContent).toContain('Your better groups reach 26.0\u00a0%.');
    expect(within(advice).getByRole('link').getAttribute('href')).toBe('#opportunities');
  });

  it('calls a step without events silent and not a loss', async () => {
    const { user } = open({ report: silentReport });
    const advice = await screen.findByRole('region', { name: 'What to do now' });
    expect(advice.textContent).toContain(
      'Checkout has been silent since 14:00. Check the pixel: no event arrives, so this is not a loss.',
    );
    expect(within(advice).getByRole('link').getAttribute('href')).toBe('/pixels');
    expect(await screen.findByText('No loss: its events do not arrive')).toBeDefined();
    expect(screen.queryByRole('button', { name: /^5,800 left/ })).toBeNull();
    expect(screen.queryByText(/79,542.86/)).toBeNull();
    await asTable(user, 'people by step');
    const row = within(await table('People by step')).getByRole('row', { name: /^Checkout/ });
    expect(cells(row).slice(4, 5)).toEqual(['–']);
    expect(cells(row).at(-1)).toBe('Silent since 14:00');
  });

  it('has the figures of every step, with the drop, the times and the money', async () => {
    open();
    const steps = within(await screen.findByRole('list', { name: 'Steps' })).getAllByRole(
      'listitem',
    );
    expect(steps).toHaveLength(4);
    const text = steps[2]?.textContent ?? '';
    for (const part of [
      '42.0\u00a0% went on (41.4 to 42.6\u00a0%)',
      '5,800 left',
      'median 3\u00a0min, 90 % within 1\u00a0h 30\u00a0min',
      '79,542.86 USD at stake',
      'Cost each1.00',
      'Value each13.71',
    ]) {
      expect(text).toContain(part);
    }
    expect(steps[1]?.textContent).toContain('optional');
    expect(steps[1]?.textContent).toContain('not known: no cost is recorded for these entries');
    expect(screen.getByText(/of entries still open/).textContent).toBe(
      'so far, 8.7\u00a0%, show the people of entries still open',
    );
  });

  it('names the steps while their figures load', async () => {
    const { actor } = open();
    await screen.findByRole('list', { name: 'Steps' });
    act(() => actor.send({ type: 'view.change', change: { range: 'yesterday' } }));
    const loading = screen.getByRole('list', { name: 'Steps, loading' });
    const names = within(loading)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(names).toEqual(['Lander', 'Video', 'Checkout', 'Purchase']);
    await screen.findByRole('list', { name: 'Steps' });
  });

  it('opens the people behind a bar and a drop, and closes them', async () => {
    const { user, view } = open();
    await user.click(
      await screen.findByRole('button', { name: '4,200 people reached Checkout, show them' }),
    );
    expect(view().people).toEqual({ step: 'checkout', outcome: 'reached' });
    const drawer = await screen.findByRole('dialog', { name: 'Reached Checkout' });
    const row = await within(drawer).findByRole('row', { name: /v_7c1f0d2e9a/ });
    expect(row.textContent).toContain('Nov 20, 2026, 13:00:00');
    expect(row.textContent).toContain('still open');
    await user.click(within(drawer).getByRole('button', { name: 'Close' }));
    expect(view().people).toBeNull();
    await user.click(
      await screen.findByRole('button', { name: '5,800 left before Checkout, show the people' }),
    );
    expect(await screen.findByRole('dialog', { name: 'Left before Checkout' })).toBeDefined();
  });

  it.each(['trend', 'time'] as const)('reads everything again on demand, at %s', async (tab) => {
    const { actor } = open({ place: { tab } });
    await screen.findByRole('heading', { level: 2, name: new RegExp(panels[tab]) });
    const isRead = () =>
      (['report', 'opportunities', tab] as const).map((part) =>
        actor.getSnapshot().children[part]?.getSnapshot().matches({ ready: 'refreshing' }),
      );
    await expect.poll(isRead).toEqual([false, false, false]);
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(isRead()).toEqual([true, true, true]);
  });

  it('compares each step with the other days', async () => {
    open({ report: comparedReport });
    const steps = await screen.findByRole('list', { name: 'Steps' });
    expect(within(steps).getByText(/^before 4,100/)).toBeDefined();
    expect(screen.getByText('before 9,900, +1.0 %')).toBeDefined();
    expect(screen.getByText(/^Compared with Sep 22 – Oct 21, 2026/).textContent).toContain(
      'Probably a real difference: chance makes one this large in 2.0\u00a0% of cases.',
    );
  });

  it('adds the rows of a breakdown and the rest up to the total, and narrows to one', async () => {
    const { user, view } = open({
      report: brokenDownReport,
      place: { params: { by: 'country' } },
    });
    const rows = within(await table('Funnel by country'));
    const entered = rows
      .getAllByRole('row')
      .slice(1)
      .map((row) => cells(row)[0]?.split(',', 2).join(','));
    expect(entered).toEqual(['6,000', '1,000', '3,000', '10,000']);
    await user.click(rows.getByRole('button', { name: 'Entered' }));
    await user.click(rows.getByRole('button', { name: 'Entered' }));
    const names = rows.getAllByRole('rowheader').map(({ textContent }) => textContent);
    expect(names.slice(-2)).toEqual(['Other', 'Total']);
    await user.click(rows.getByRole('button', { name: /^United States/ }));
    expect(view().filters).toEqual([{ property: 'country', operator: 'in', values: ['US'] }]);
    await user.click(await screen.findByRole('button', { name: 'Remove Country is US' }));
    expect(view().filters).toEqual([]);
  });

  it('leaves out what a breakdown cannot know, and says so', async () => {
    const unpaid = { cost: null, cpa: null, roas: null };
    const report = {
      ...brokenDownReport,
      totals: { ...brokenDownReport.totals, excluded: 0 },
      breakdown: (brokenDownReport.breakdown ?? []).map((row) => ({
        ...row,
        totals: { ...row.totals, ...unpaid },
      })),
    };
    open({ report, place: { params: { by: 'country' } } });
    const heads = within(await table('Funnel by country')).getAllByRole('columnheader');
    expect(heads.map(({ textContent }) => textContent).slice(-3)).toEqual([
      'Rate',
      'Revenue (USD)',
      'EPC (USD)',
    ]);
    expect(
      screen.getByText(/No cost is recorded by country, so there is no CPA or ROAS\.$/),
    ).toBeDefined();
  });

  it('opens the people without a value of the breakdown', async () => {
    const { user, view } = open({ report: brokenDownReport, place: { params: { by: 'country' } } });
    await user.click(
      within(await table('Funnel by country')).getByRole('button', {
        name: /^1,000/,
      }),
    );
    expect(view().people).toEqual({ step: 'lander', outcome: 'reached', value: null });
    expect(await screen.findByRole('dialog', { name: /country not known/ })).toBeDefined();
  });

  it('lists when each step last had an event if nobody ever entered', async () => {
    open({ report: noReport });
    expect(await screen.findByText('No data yet')).toBeDefined();
    expect(screen.getAllByText('last event: none in 90 days')).toHaveLength(4);
    expect(screen.getByRole('link', { name: 'Test your pixel' }).getAttribute('href')).toBe(
      '/pixels#order-test',
    );
  });

  it('offers more days if the step has had events, and no filters if they leave nobody', async () => {
    const quiet = {
      ...noReport,
      steps: noReport.steps.map((step) => ({ ...step, last_event_at: '2026-08-01T00:00:00.000Z' })),
    };
    const { user, view, actor } = open({ report: quiet });
    await user.click(await screen.findByRole('button', { name: 'Show the last 90 days' }));
    expect(view().range).toBe('last_90_days');
    actor.send({
      type: 'view.change',
      change: { filters: [{ property: 'country', operator: 'in', values: ['XX'] }] },
    });
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
    expect(view().filters).toEqual([]);
  });

  it('adds a filter of entries by hand', async () => {
    const { user, view } = open();
    await user.click(await screen.findByRole('button', { name: 'Filter entries' }));
    await user.selectOptions(await screen.findByLabelText('Property of the entry'), 'Device');
    await user.selectOptions(screen.getByLabelText('Condition'), 'is not');
    await user.type(screen.getByLabelText('Value'), 'tablet{Enter}');
    expect(view().filters).toEqual([
      { property: 'device', operator: 'not_in', values: ['tablet'] },
    ]);
  });

  it('tells open entries of the trend apart, in a legend and in the table', async () => {
    const { user } = open({ place: { tab: 'trend' } });
    expect(await screen.findByText(/^Hatched: entries still open/)).toBeDefined();
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toContain('280 still open');
    await asTable(user, 'entries over time');
    const total = within(await table('Entries over time')).getByRole('row', { name: /^Total/ });
    expect(cells(total).slice(0, 4)).toEqual(['700', '420', '290', '49']);
  });

  it('shows how long people took between steps that can be chosen', async () => {
    const { user, view } = open({ place: { tab: 'time' } });
    const lead = await screen.findByText(/^900 people, half within/);
    expect(lead.textContent).toBe(
      '900 people, half within 7\u00a0min, 90 % within 2\u00a0h 30\u00a0min',
    );
    await user.click(screen.getByRole('button', { name: /^From/ }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Checkout' }));
    expect(view()).toMatchObject({ fromStep: 'checkout', toStep: 'purchase' });
    await asTable(user, 'time between steps');
    expect(within(await table('Time between steps')).getAllByRole('row')).toHaveLength(5);
  });

  it('says why money is unknown where no step takes the conversion', async () => {
    const { totals } = funnelReport;
    open({
      report: { ...funnelReport, totals: { ...totals, revenue: null, epc: null, roas: null } },
    });
    const figureOf = async (title: string) =>
      (await screen.findByText(title)).nextElementSibling?.textContent;
    const unknown = /^– not known: no step of this funnel takes the conversion/;
    expect(await figureOf('EPC')).toMatch(unknown);
    expect(await figureOf('ROAS')).toMatch(unknown);
  });

  it('counts people to gain where no step takes the conversion', async () => {
    open({ place: { tab: 'opportunities' }, advice: { ...opportunities, is_paid: false } });
    const row = within(await table('Steps by what they gain')).getByRole('row', {
      name: /^Purchase/,
    });
    expect(row.textContent).toContain('192.01');
    expect(screen.getByRole('columnheader', { name: /Gain \(people\)/ })).toBeDefined();
    expect(screen.queryByRole('columnheader', { name: /Value each/ })).toBeNull();
  });

  it('ranks the opportunities and names the steps that are left out', async () => {
    open({
      place: { tab: 'opportunities' },
      advice: { is_paid: true, steps: [], silent: [{ slug: 'checkout', name: 'Checkout' }] },
    });
    expect(
      await screen.findByText(/^Left out, because their events do not arrive: Checkout\./),
    ).toBeDefined();
  });

  it.each([
    ['steps', brokenDownReport],
    ['trend', funnelReport],
    ['time', funnelReport],
    ['opportunities', funnelReport],
  ])('has no fault that axe finds on the tab %s', async (tab, report) => {
    open({ report, place: { tab, params: { by: 'country' } } });
    await screen.findByRole('heading', { level: 2 });
    const { violations } = await axe.run(document.body, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });
});
