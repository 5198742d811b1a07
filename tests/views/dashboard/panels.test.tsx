import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import {
  type ActorRefFrom,
  type AnyEventObject,
  createActor,
  fromCallback,
  fromPromise,
} from 'xstate';
import type { Funnel, Payment, RcData } from '#contract/analytics/report.ts';
import type { TableState } from '#contract/saved-views/table-state.ts';
import type { TableRecalledEvent } from '#machines/dashboard/breakdown-model.ts';
import { loaderOf } from '#machines/kit/loader.ts';
import type { selectionMachine } from '#machines/selection/selection.ts';
import type { EmptyReason, Freshness, Query, Question, ReportResponse } from '#model/query.ts';
import { BreakdownPanel } from '#views/dashboard/BreakdownPanel.tsx';
import { funnelFigure } from '#views/dashboard/charts/FunnelChart.tsx';
import { FunnelPanel } from '#views/dashboard/FunnelPanel.tsx';
import { MonthsPanel } from '#views/dashboard/MonthsPanel.tsx';
import { PaymentsPanel } from '#views/dashboard/PaymentsPanel.tsx';
import { RevenuePanel } from '#views/dashboard/RevenuePanel.tsx';
import { Totals } from '#views/dashboard/Totals.tsx';
import { figureOfElement } from '#views/kit/figure-attributes.ts';
import { recordingParent } from '../../support/recording-parent.ts';
import {
  answered,
  freshness,
  funnel,
  member,
  months,
  payments,
  question,
  totals,
} from '../../support/samples.ts';
import { dashboardChildren, stubbedSelection } from '../../support/stub-machines.ts';

const { parent } = recordingParent<{ type: 'selection.changed'; query: Query | null }>();
const input = { query: question };

function open(view: (selection: ActorRefFrom<typeof selectionMachine>) => ReactNode) {
  const selection = createActor(stubbedSelection, { input: { member, facts: {}, parent } }).start();
  const { container } = render(view(selection));
  return { user: userEvent.setup(), container, selection };
}

const answering = <Data,>(data: Data, emptyReason: EmptyReason | null = null) =>
  createActor(
    loaderOf<Data, Question>().provide({
      actors: {
        load: fromPromise<ReportResponse<Data>, { query: Question }>(async () =>
          answered(data, emptyReason),
        ),
      },
    }),
    { input },
  ).start();

async function asRows(user: ReturnType<typeof userEvent.setup>, panel: string) {
  await user.click(await screen.findByRole('button', { name: `Menu of ${panel}` }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Show as table' }));
  return within(await screen.findByRole('table'));
}

const cellsOf = (table: ReturnType<typeof within>, name: RegExp) =>
  within(table.getByRole('row', { name }))
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

const rowNamesOf = (table: ReturnType<typeof within>) =>
  table.getAllByRole('rowheader').map((head: HTMLElement) => head.textContent);

describe('the breakdown', () => {
  const open = async (opening: TableState, narrowed: Partial<Question>) => {
    const recallTable = fromCallback<AnyEventObject, undefined, TableRecalledEvent>(
      ({ sendBack }) => sendBack({ type: 'table.recalled', opening, columns: undefined }),
    );
    const machine = dashboardChildren.breakdown.provide({ actors: { recallTable } });
    const request = { question: { ...question, ...narrowed } };
    render(
      <BreakdownPanel
        actor={createActor(machine, { input: request }).start()}
        selection={createActor(stubbedSelection, { input: { member, facts: {}, parent } }).start()}
      />,
    );
    const total = await screen.findByRole('row', { name: /^Total/ });
    return total.querySelector('[data-label="ROAS"]')?.textContent;
  };

  it('labels the search by its grouping, and the rows by their own name', async () => {
    await open({ grouping: 'adset_id' }, {});
    expect(screen.getByRole('searchbox', { name: 'Find by name among ad sets' })).toBeDefined();
  });

  it.each<[string, TableState, Partial<Question>]>([
    ['narrowed', {}, { filters: { device: ['-mobile'] } }],
    ['narrowed to places', {}, { countries: ['US'] }],
    ['opened', { path: [{ grouping: 'device', key: null, label: '(none)' }] }, {}],
  ])(
    'shows no cost for rows that are %s by a dimension that costs do not have',
    async (_, opening, narrowed) => {
      expect(await open(opening, narrowed)).toBe('–');
    },
  );

  it('shows that of a campaign', async () => {
    const path = [{ grouping: 'campaign_id', key: 'c1', label: 'Spring' } as const];
    expect(await open({ grouping: 'adset_id', path }, { filters: { ad_id: ['-a2'] } })).toMatch(
      /×$/,
    );
  });
});

describe('revenue in range', () => {
  const show = () =>
    open((selection) => (
      <RevenuePanel
        actor={createActor(dashboardChildren.revenue, { input }).start()}
        selection={selection}
      />
    ));

  it('leaves the future blank, dashes the running bucket and is read with the arrow keys', async () => {
    const { user, container } = show();
    const slider = await screen.findByRole('slider', { name: 'Point in the range' });
    expect(container.querySelectorAll('.pane-bar')).toHaveLength(2);
    expect(container.querySelectorAll('.pane-bar.pane-running')).toHaveLength(1);
    expect(slider.getAttribute('aria-valuetext')).toBe(
      'Fri, Nov 20, 2026, Revenue 18,240.50, added up 35,250.50, before 31,811.00',
    );
    slider.focus();
    await user.keyboard('{ArrowRight}');
    expect(slider.getAttribute('aria-valuetext')).toBe(
      'Sat, Nov 21, 2026, Revenue not yet, before 31,811.00',
    );
  });

  it('has a table view with the totals of the answer', async () => {
    const { user } = show();
    const table = await asRows(user, 'revenue in range');
    expect(cellsOf(table, /^Nov 20/)).toEqual([
      '18,240.50',
      '35,250.50',
      'Nov 13',
      '16,011.00',
      '31,811.00',
    ]);
    expect(cellsOf(table, /^Nov 21/)).toEqual(['–', '–', 'Nov 14', '0.00', '31,811.00']);
    expect(cellsOf(table, /^Total/).slice(0, 1)).toEqual(['35,250.50']);
  });
});

describe('the last 13 months', () => {
  const show = () =>
    open((selection) => (
      <MonthsPanel
        actor={createActor(dashboardChildren.months, { input }).start()}
        selection={selection}
      />
    ));

  it('are shown with the newest on the right, the running one hatched', async () => {
    const { user, container } = show();
    const slider = await screen.findByRole('slider', { name: 'Month' });
    expect(slider.getAttribute('aria-valuetext')).toBe('Nov 2026, Revenue 210,400.00 so far');
    const bars = [...container.querySelectorAll('.pane-bar')];
    expect(bars).toHaveLength(13);
    expect(bars.map((bar) => bar.classList.contains('pane-running')).indexOf(true)).toBe(12);
    slider.focus();
    await user.keyboard('{Home}');
    expect(slider.getAttribute('aria-valuetext')).toBe('Nov 2025, Revenue 90,400.00');
  });

  it('are rows with the newest first', async () => {
    const { user } = show();
    const names = rowNamesOf(await asRows(user, 'last 13 months'));
    expect([names[0], names.at(-1)]).toEqual(['Nov 2026 so far', 'Nov 2025']);
  });

  it.each([
    [90_400, 'Nov 2026 +132.7\u00a0% on Nov 2025'],
    [0, 'Nov 2026: 210,400.00, Nov 2025: 0.00'],
  ])('end with the newest beside the one a year ago, if that had revenue', async (old, says) => {
    const full = months.map((month, back) => ({
      ...month,
      partial: false,
      ...(back === 12 && { revenue: old }),
    }));
    const { container } = open((selection) => (
      <MonthsPanel actor={answering(full)} selection={selection} />
    ));
    await screen.findByRole('slider', { name: 'Month' });
    expect(container.querySelector('.graph-foot')?.textContent).toBe(says);
  });
});

describe('the funnel', () => {
  const [landing] = funnel.steps;
  const before = landing ? [{ ...landing, users: 6000 }] : [];
  const compared: Funnel = { ...funnel, previous_steps: before };
  const show = () =>
    open((selection) => <FunnelPanel actor={answering(compared)} selection={selection} />);

  it('shows for each step the people who reached it, who left, and the time it took', async () => {
    show();
    const steps = within(await screen.findByRole('list', { name: 'Steps' }));
    expect(steps.getAllByRole('listitem').map((step) => step.textContent)).toEqual([
      expect.stringMatching(/^Landing7,804 people, 100\.0.% of all, before 6,000/),
      expect.stringMatching(/^16\.8.% went on6,494 left, median time 2.min/),
      expect.stringMatching(/^15\.1.% went on1,112 left, median time 6.min/),
    ]);
  });

  it('has a table view', async () => {
    const { user } = show();
    const table = await asRows(user, 'funnel');
    expect(rowNamesOf(table)).toEqual(['Landing', 'Add to cart', 'Purchase']);
    expect(cellsOf(table, /^Purchase/)[0]).toBe('198');
  });

  it('opens the people who reached and left a step, as bars and as rows, and a goal of any name', async () => {
    const { user } = show();
    const steps = within(await screen.findByRole('list', { name: 'Steps' }));
    const figureOf = (name: RegExp) => figureOfElement(steps.getByRole('button', { name }))?.name;
    expect(figureOf(/^7,804/)).toBe('funnel_users_page_view');
    expect(figureOf(/^1,112 left before Purchase/)).toBe('funnel_left_purchase');
    const table = await asRows(user, 'funnel');
    const opened = table
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .queryAllByRole('button')
          .map((one) => figureOfElement(one)?.name),
      );
    expect(opened).toEqual([
      ['funnel_users_page_view', 'funnel_events_page_view'],
      ['funnel_users_add_to_cart', 'funnel_left_add_to_cart', 'funnel_events_add_to_cart'],
      ['funnel_users_purchase', 'funnel_left_purchase', 'funnel_events_purchase', 'revenue'],
    ]);
    const [step] = funnel.steps;
    if (!step) throw new Error('The funnel has steps.');
    expect(funnelFigure('users', { ...step, event_name: 'contract signed' }, false)).toBe(
      'funnel_users_goal',
    );
  });

  it('leads to the dashboard of the default funnel, which lists its people itself', async () => {
    const own: Funnel = { ...compared, funnel: { slug: 'vsl-main', name: 'Sales letter' } };
    window.history.replaceState(
      null,
      '',
      '/dashboard?project=7&affiliates=3-5&timezone=UTC&model=x',
    );
    const { user, selection } = open((one) => (
      <FunnelPanel actor={answering(own)} selection={one} />
    ));
    const link = await screen.findByRole('link', { name: 'Sales letter' });
    const selected = '/funnels/dashboard/vsl-main?project=7&affiliates=3-5&timezone=UTC';
    expect(link.getAttribute('href')).toBe(`${selected}&range=today`);
    const period = { start: '2026-10-01', end: '2026-10-09' };
    selection.send({ type: 'range.choose', range: period });
    await waitFor(() =>
      expect(link.getAttribute('href')).toBe(`${selected}&start=2026-10-01&end=2026-10-09`),
    );
    window.history.replaceState(null, '', '/');
    expect(within(screen.getByRole('list', { name: 'Steps' })).queryByRole('button')).toBeNull();
    expect((await asRows(user, 'funnel')).queryByRole('button')).toBeNull();
  });

  it('has no link while the project has no default funnel', async () => {
    show();
    await screen.findByRole('list', { name: 'Steps' });
    expect(screen.queryByRole('link')).toBeNull();
  });
});

describe('payments', () => {
  const empty = async (projects: typeof member.projects, affiliates: typeof member.affiliates) => {
    const facts = { member: { ...member, projects, affiliates }, facts: {}, parent };
    render(
      <PaymentsPanel
        actor={answering<Payment[]>([], 'quiet')}
        selection={createActor(stubbedSelection, { input: facts }).start()}
        title="Payments"
        definition="Who gets what."
      />,
    );
    await screen.findByText(/^No affiliate/);
  };

  it('show that there is no affiliate, with a link for members who may add one', async () => {
    await empty(member.projects, []);
    expect(screen.getByText('No affiliates yet')).toBeDefined();
    expect(screen.getByRole('link').getAttribute('href')).toBe('/settings#projects');
  });

  it('show that there is no affiliate to members who may not', async () => {
    await empty(
      member.projects.map((project) => ({ ...project, role: 'viewer' })),
      [],
    );
    expect(screen.getByText('No affiliates yet')).toBeDefined();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('show that no affiliate earned anything, without any other revenue', async () => {
    await empty(member.projects, member.affiliates);
    expect(screen.getByText('No affiliate has earned anything in these days')).toBeDefined();
    expect(screen.queryByText(/Nothing happened/)).toBeNull();
  });

  const show = (isOfAll: boolean) =>
    open((selection) => (
      <PaymentsPanel
        actor={createActor(dashboardChildren.payments, { input }).start()}
        selection={selection}
        title="Payments"
        definition="Who gets what."
        isOfAll={isOfAll}
      />
    ));

  it('name the affiliates, add up and are sorted by any figure', async () => {
    const { user } = show(false);
    const table = within(await screen.findByRole('table', { name: 'Payments by affiliate' }));
    expect(rowNamesOf(table)).toEqual(['North Media 1001', 'South Media 1002', 'Total']);
    expect(cellsOf(table, /^Total/).slice(0, 2)).toEqual(['212', '18,240.50']);
    const sum = table.getByRole('button', { name: /^Total, Gross/ });
    expect(figureOfElement(sum)).toEqual({ name: 'server_revenue', cell: [], affiliates: [3, 4] });
    expect(table.getByRole('button', { name: /^North Media, Gross/ })).toBeDefined();
    await user.click(table.getByRole('button', { name: 'Due' }));
    await user.click(table.getByRole('button', { name: 'Due' }));
    expect(rowNamesOf(table)).toEqual(['South Media 1002', 'North Media 1001', 'Total']);
    expect(table.getByRole('columnheader', { name: 'Due' }).getAttribute('aria-sort')).toBe(
      'ascending',
    );
  });

  it('list corrections where there are some, so that gross, refunds and they make net', async () => {
    const corrected: Payment[] = payments.map((one, index) => ({
      ...one,
      ...(index === 0 && { adjustment_amount: -48, net_revenue: 10_100 }),
    }));
    open((selection) => (
      <PaymentsPanel
        actor={answering(corrected)}
        selection={selection}
        title="Payments"
        definition="Who gets what."
      />
    ));
    const table = within(await screen.findByRole('table', { name: 'Payments by affiliate' }));
    expect(cellsOf(table, /^North Media/).slice(1, 5)).toEqual([
      '10,320.00',
      '172.00',
      '−48.00',
      '10,100.00',
    ]);
    expect(cellsOf(table, /^Total/)[3]).toBe('−48.00');
  });

  it('never show a debt below zero, and lead to the payouts', async () => {
    const ahead = payments.map((one) => ({ ...one, payout_due: -70.4 }));
    open((selection) => (
      <PaymentsPanel
        actor={answering(ahead)}
        selection={selection}
        title="Payments"
        definition="Who gets what."
      />
    ));
    const table = within(await screen.findByRole('table', { name: 'Payments by affiliate' }));
    expect(cellsOf(table, /^North Media/).at(-2)).toBe('70.40 in advance');
    expect(cellsOf(table, /^Total/).at(-2)).toBe('140.80 in advance');
    expect(screen.getByRole('link', { name: 'Payouts' }).getAttribute('href')).toBe(
      '/conversions/payouts',
    );
  });

  it('of all projects are not added up: their currencies differ', async () => {
    show(true);
    const table = within(await screen.findByRole('table', { name: 'Payments by affiliate' }));
    expect(rowNamesOf(table)).toEqual(['North Media Acme, USD', 'South Media Acme, USD']);
    const [row] = table.getAllByRole('row').slice(1);
    const [first] = within(row as HTMLElement).getAllByRole('button');
    expect(figureOfElement(first as HTMLElement)).toEqual({
      name: 'server_purchases',
      cell: [{ grouping: 'affid', key: '1001' }],
      project: 7,
    });
  });
});

describe('the totals', () => {
  const cardOf = (name: string) => screen.getByRole('button', { name }).closest('.figure');
  const show = (
    browserConversions: boolean,
    fields: Partial<RcData> = {},
    narrowed: Partial<Question> = {},
    of: Partial<Freshness> = {},
  ) => {
    const query = { ...question, browserConversions, ...narrowed };
    const figures: RcData = browserConversions
      ? { ...totals, revenue: totals.browser_revenue, payout: 0 }
      : { ...totals, ...fields };
    const load = fromPromise<ReportResponse<RcData>, { query: Question }>(async () => ({
      ...answered(figures),
      freshness: { ...freshness, ...of },
    }));
    open((selection) => (
      <Totals
        totals={createActor(loaderOf<RcData, Question>().provide({ actors: { load } }), {
          input: { query },
        }).start()}
        clicks={createActor(dashboardChildren.clicks, { input: { query } }).start()}
        known={[]}
        selection={selection}
      />
    ));
  };

  it('show the other side beside the chosen one', async () => {
    show(false);
    await screen.findByText('18,240.50');
    expect(cardOf('Revenue')?.textContent).toMatch(/Browser 14,552\.10$/);
    expect(cardOf('Buyers')?.textContent).toMatch(/Browser 162$/);
    expect(cardOf('Profit')?.textContent).toMatch(/After payouts of 3,648\.10$/);
  });

  it('change with the side, and show payouts only where there are some', async () => {
    show(true);
    await screen.findByText('14,552.10');
    expect(cardOf('Revenue')?.textContent).toMatch(/Server 18,240\.50$/);
    expect(cardOf('Profit')?.textContent).not.toMatch(/After payouts/);
  });

  it('name the exact days of the comparison', async () => {
    show(false);
    await screen.findByText('18,240.50');
    expect(cardOf('Revenue')?.textContent).toContain(
      '16,011.00 compared with Nov 19, 2026, 00:00 – 15:14',
    );
  });

  it('show no cost without any, and explain it', async () => {
    show(false, { cost: 0, roas: null, cpa: 0 });
    await screen.findByText('18,240.50');
    for (const name of ['Cost', 'ROAS', 'CPA']) {
      expect(cardOf(name)?.querySelector('.figure-value')?.textContent).toBe('–');
      expect(cardOf(name)?.textContent).toMatch(/No cost has come in/);
      expect(cardOf(name)?.textContent).not.toMatch(/%/);
    }
  });

  it('show neither cost nor profit by dimensions that costs do not have', async () => {
    show(false, { cost: 0, roas: null, cpa: 0 }, { filters: { utm_source: ['tiktok'] } });
    await screen.findByText('18,240.50');
    for (const name of ['Cost', 'Profit', 'ROAS', 'CPA']) {
      expect(cardOf(name)?.querySelector('.figure-value')?.textContent).toBe('–');
      expect(cardOf(name)?.textContent).toMatch(/Unknown by utm_source/);
      expect(cardOf(name)?.textContent).not.toMatch(/%/);
    }
  });

  it('show no whole cost where a filter excludes a part of it', async () => {
    show(false, {}, { countries: ['-DE'] });
    await screen.findByText('18,240.50');
    for (const name of ['Cost', 'Profit', 'ROAS', 'CPA']) {
      expect(cardOf(name)?.querySelector('.figure-value')?.textContent).toBe('–');
      expect(cardOf(name)?.textContent).not.toMatch(/%/);
    }
  });

  it.each([
    ['before', 6120, 0, false],
    ['now', 0, 5900, false],
    ['at all', 0, 0, true],
  ])('compare profits only if both have costs: no cost %s', async (_, cost, before, isCompared) => {
    const { previous } = totals;
    show(false, { cost, previous: previous && { ...previous, cost: before } });
    await screen.findByText('18,240.50');
    expect(cardOf('Profit')?.querySelector('.figure-value')?.textContent).toBe('8,472.40');
    const compared = cardOf('Profit')?.querySelector('.figure-change')?.textContent ?? '';
    expect(compared.includes('6,909.00')).toBe(isCompared);
    expect(compared.includes('%')).toBe(isCompared);
  });

  it('compare no cost of a day with that of a part of one, which costs cannot be divided into', async () => {
    show(false);
    await screen.findByText('18,240.50');
    for (const name of ['Cost', 'Profit', 'ROAS', 'CPA']) {
      expect(cardOf(name)?.querySelector('.figure-value')?.textContent).not.toBe('–');
      expect(cardOf(name)?.querySelector('.figure-change')?.textContent).toBe('');
    }
    expect(cardOf('Cost')?.textContent).toMatch(/Compares whole days\s*$/);
    expect(cardOf('Revenue')?.querySelector('.figure-change')?.textContent).toMatch(/%/);
  });

  it.each([
    ['Includes all of Nov 13 (partial day)', '2026-11-13T20:14:00Z'],
    ['Excludes Nov 13 (partial day)', '2026-11-13T15:00:00Z'],
  ])('compare costs of several days, and explain the last one: %s', async (says, end) => {
    const compare = {
      mode: 'same_elapsed',
      utc_from: '2026-11-07T05:00:00Z',
      utc_to: end,
    } as const;
    show(false, {}, {}, { granularity: 'day', compare });
    await screen.findByText('18,240.50');
    for (const name of ['Cost', 'ROAS', 'CPA']) {
      expect(cardOf(name)?.querySelector('.figure-change')?.textContent).toMatch(/%/);
      expect(cardOf(name)?.textContent?.endsWith(`${says} `)).toBe(true);
    }
    expect(cardOf('Revenue')?.textContent).not.toContain(says);
  });

  it('explain nothing about a last day that is compared whole', async () => {
    const full = { utc_from: '2026-11-07T05:00:00Z', utc_to: '2026-11-14T05:00:00Z' };
    show(false, {}, {}, { granularity: 'day', compare: { mode: 'previous', ...full } });
    await screen.findByText('18,240.50');
    expect(cardOf('Cost')?.querySelector('.figure-change')?.textContent).toMatch(/%/);
    expect(cardOf('Cost')?.textContent).not.toMatch(/With(out| all)/);
  });

  it('show the cost of a campaign', async () => {
    show(false, {}, { filters: { campaign_id: ['cmp_01'] } });
    await screen.findByText('18,240.50');
    expect(cardOf('Cost')?.querySelector('.figure-value')?.textContent).not.toBe('–');
    expect(cardOf('Cost')?.textContent).not.toMatch(/Not known/);
  });

  it('show the direction of a change without a percentage', async () => {
    const { previous, change } = totals;
    show(false, {
      previous: previous && { ...previous, revenue: 0 },
      change: change && { ...change, revenue: null },
    });
    await screen.findByText('18,240.50');
    expect(cardOf('Revenue')?.textContent).toContain('from 0.00 compared with');
  });

  it.each([
    [1, '1 row without an exchange rate is left out.'],
    [3, '3 rows without an exchange rate are left out.'],
  ])('show that %i has no exchange rate', async (no_rate, text) => {
    show(false, { no_rate });
    expect(await screen.findByText(text)).toBeDefined();
  });

  it('show nothing about exchange rates where each is known', async () => {
    show(false);
    await screen.findByText('18,240.50');
    expect(screen.queryByText(/exchange rate/)).toBeNull();
  });

  it('show which sides reported the conversions', async () => {
    show(false);
    expect((await screen.findByText(/^Together/)).textContent).toBe('Together 218 worth 18,755.20');
  });

  it('show that each of those is counted once also where the cards count every report', async () => {
    show(false, {}, { uniqueConversions: false });
    expect((await screen.findByText(/^Together/)).textContent).toBe(
      'Together 218 worth 18,755.20, duplicates left out',
    );
  });
});
