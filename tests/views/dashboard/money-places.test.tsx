import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import { figureListMachine, figureRowsMachine } from '#machines/dashboard/figure-rows.ts';
import { regionsMachine } from '#machines/dashboard/regions.ts';
import { columnNames } from '#machines/dashboard/table-columns.ts';
import { loaderOf } from '#machines/kit/loader.ts';
import type { selectionMachine } from '#machines/selection/selection.ts';
import type { SummaryQuestion } from '#model/conversion-log.ts';
import type { FigureListPage, FigureRowsRequest } from '#model/figure-rows.ts';
import type { Query, Question, ReportResponse, StatesQuestion } from '#model/query.ts';
import { Ledger } from '#views/conversions/Ledger.tsx';
import { Summary } from '#views/conversions/Summary.tsx';
import { GraphTable } from '#views/dashboard/charts/GraphTable.tsx';
import { FigureRows } from '#views/dashboard/FigureRows.tsx';
import { FunnelPanel } from '#views/dashboard/FunnelPanel.tsx';
import { GraphPanel } from '#views/dashboard/GraphPanel.tsx';
import { MonthsPanel } from '#views/dashboard/MonthsPanel.tsx';
import { PaymentsPanel } from '#views/dashboard/PaymentsPanel.tsx';
import { RegionsPanel } from '#views/dashboard/RegionsPanel.tsx';
import { RevenuePanel } from '#views/dashboard/RevenuePanel.tsx';
import { Totals } from '#views/dashboard/Totals.tsx';
import { BreakdownTable } from '#views/dashboard/table/BreakdownTable.tsx';
import { columnAmong } from '#views/dashboard/table/columns.tsx';
import { hours, ledger } from '../../support/conversions.ts';
import { figurePage } from '../../support/figures.ts';
import { recordingParent } from '../../support/recording-parent.ts';
import {
  answered,
  clicks,
  funnel,
  graph,
  member,
  months,
  payments,
  question,
  revenue,
  row,
  screenInput,
  states,
  table,
  totals,
} from '../../support/samples.ts';
import { stubbedConversions, stubbedSelection, withActors } from '../../support/stub-machines.ts';

const { parent } = recordingParent<{ type: 'selection.changed'; query: Query | null }>();

const inCurrency = <Data,>(answer: ReportResponse<Data>, currency: string) => ({
  ...answer,
  freshness: { ...answer.freshness, currency },
});

/** A loader whose answer is in a currency. */
function loading<Data, Asked extends Question>(data: Data, currency: string, query: Asked) {
  const load = fromPromise<ReportResponse<Data>, { query: Asked }>(async () =>
    inCurrency(answered(data), currency),
  );
  const machine = loaderOf<Data, Asked>().provide({ actors: { load } });
  return createActor(machine, { input: { query } }).start();
}
const answering = <Data,>(data: Data, currency: string) => loading(data, currency, question);

type Selection = ActorRefFrom<typeof selectionMachine>;
type View = (currency: string, selection: Selection) => ReactNode;

/** Panels whose figures are in the table that they can show instead of a chart. */
const asTables: Record<string, View> = {
  'Over time': (currency, selection) => (
    <GraphPanel actor={answering(graph, currency)} selection={selection} />
  ),
  'Last 13 months': (currency, selection) => (
    <MonthsPanel actor={answering(months, currency)} selection={selection} />
  ),
  'Revenue in range': (currency, selection) => (
    <RevenuePanel actor={answering(revenue, currency)} selection={selection} />
  ),
  Funnel: (currency, selection) => (
    <FunnelPanel actor={answering(funnel, currency)} selection={selection} />
  ),
  'Server and browser': (currency, selection) => (
    <Ledger actor={answering(ledger, currency)} selection={selection} exporter={undefined} />
  ),
};

const shares = { revenue: 1, clicks: 1, conversion: 1, cost: 1 };
const others: Record<string, View> = {
  ...asTables,
  Totals: (currency, selection) => (
    <Totals
      totals={answering(totals, currency)}
      clicks={answering(clicks, currency)}
      known={[]}
      selection={selection}
    />
  ),
  'the table of the graph': (currency) => (
    <GraphTable
      points={graph.map((point) => ({ ...point, previous: shares }))}
      currency={currency}
      height={300}
    />
  ),
  'the breakdown': (currency) => (
    <BreakdownTable
      name="Campaign"
      about="The campaign of the click."
      report={{ ...table, other: { ...table.other, count: 2 } }}
      rows={[
        {
          ...row,
          cpa_low: 1.5,
          cpa_high: 2.5,
          credit_low: 3,
          credit_high: 4,
          click_clock: { conversions: 2, server_revenue: 8 },
        },
      ]}
      first={0}
      path={[]}
      columns={columnNames.map((name) =>
        columnAmong(name, { by: 'campaign_id', total: table.total, hidden: null, days: null }),
      )}
      currency={currency}
      sort="revenue"
      order="desc"
      isLong={false}
      onSort={() => undefined}
      onOpen={null}
      onUp={() => undefined}
      onPoint={() => undefined}
    />
  ),
  'the payments': (currency, selection) => (
    <PaymentsPanel
      actor={answering(
        payments.map((one) => ({ ...one, currency })),
        currency,
      )}
      selection={selection}
      title="Payments"
      definition="Who gets what."
    />
  ),
  'the states': (currency, selection) => {
    const load = fromPromise(async () => inCurrency(answered(states), currency));
    const rows = withActors(loaderOf<typeof states, StatesQuestion>(), { load });
    const machine = withActors(regionsMachine, { rows });
    const actor = createActor(machine, { input: { question } }).start();
    return <RegionsPanel actor={actor} selection={selection} />;
  },
  'an opened figure': (currency) => {
    const readPage = fromPromise<FigureListPage, FigureRowsRequest>(async () => ({
      ...figurePage,
      currency,
    }));
    const list = figureListMachine.provide({ actors: { readPage } });
    const actor = createActor(figureRowsMachine.provide({ actors: { list } }), {
      input: { question },
    }).start();
    actor.send({ type: 'figure.open', figure: { name: 'revenue', cell: [] } });
    return <FigureRows actor={actor} />;
  },
  'the summary': (currency, selection) => (
    <Summary
      screen={createActor(stubbedConversions('summary'), { input: screenInput }).start()}
      actor={loading<typeof hours, SummaryQuestion>(hours, currency, {
        ...question,
        isEarning: false,
      })}
      selection={selection}
      exporter={undefined}
    />
  ),
};

/** Their charts name amounts only at the cursor. */
const quiet: ReadonlySet<string> = new Set(['Over time', 'Funnel']);

/** The decimals of every amount that is shown or spoken; shares and factors are none. */
function decimalsIn(root: Element): number[] {
  const texts: string[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Element)) texts.push(node.textContent ?? '');
    else
      for (const name of ['aria-label', 'aria-valuetext'])
        texts.push(node.getAttribute(name) ?? '');
  }
  const amounts = texts.flatMap((text) => [...text.matchAll(/\d\.(\d+)(?![\d×KM]|\u00a0%)/g)]);
  return [...new Set(amounts.map(([, decimals = '']) => decimals.length))];
}

async function shown(name: string, currency: string, isTable: boolean): Promise<number[]> {
  const selection = createActor(stubbedSelection, { input: { member, facts: {}, parent } }).start();
  render(others[name]?.(currency, selection));
  if (isTable) {
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: `Menu of ${name.toLowerCase()}` }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Show as table' }));
    await screen.findAllByRole('table');
  }
  await expect.poll(() => decimalsIn(document.body).length).toBeGreaterThan(0);
  return decimalsIn(document.body);
}

describe.each([
  ['USD', 2],
  ['JPY', 2],
  ['KWD', 3],
] as const)('money in %s', (currency, places) => {
  it.each(Object.keys(others).filter((name) => !quiet.has(name)))(
    'has the decimals of its currency in %s',
    async (name) => {
      expect(await shown(name, currency, false)).toEqual([places]);
    },
  );

  it.each(Object.keys(asTables))('has them in the table of %s', async (name) => {
    expect(await shown(name, currency, true)).toEqual([places]);
  });
});
