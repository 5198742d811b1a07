import { describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type {
  CcData,
  Definition,
  GraphPoint,
  Payment,
  RcData,
  StateRow,
  Table,
} from '#contract/analytics/report.ts';
import { breakdownMachine } from '#machines/dashboard/breakdown.ts';
import { dashboardMachine } from '#machines/dashboard/dashboard.ts';
import { regionsMachine } from '#machines/dashboard/regions.ts';
import { loaderOf } from '#machines/kit/loader.ts';
import type { Question, ReportResponse, StatesQuestion, TableQuestion } from '#model/query.ts';
import {
  answered,
  clicks,
  definitions,
  graph,
  lastWeek,
  offline,
  screenInput,
} from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';
import { dashboardChildren, stubbedTableRecall } from '../../support/stub-machines.ts';

function start() {
  const totals = scriptedRequest<ReportResponse<RcData>, { query: Question }>();
  const byClicks = scriptedRequest<ReportResponse<CcData>, { query: Question }>();
  const points = scriptedRequest<ReportResponse<GraphPoint[]>, { query: Question }>();
  const table = scriptedRequest<ReportResponse<Table>, { query: TableQuestion }>();
  const states = scriptedRequest<ReportResponse<StateRow[]>, { query: StatesQuestion }>();
  const allPayments = scriptedRequest<ReportResponse<Payment[]>, { query: Question }>();
  const actor = createActor(
    dashboardMachine.provide({
      actors: {
        ...dashboardChildren,
        totals: loaderOf<RcData, Question>().provide({ actors: { load: totals.logic } }),
        clicks: loaderOf<CcData, Question>().provide({ actors: { load: byClicks.logic } }),
        graph: loaderOf<GraphPoint[], Question>().provide({ actors: { load: points.logic } }),
        breakdown: breakdownMachine.provide({
          actors: {
            recallTable: stubbedTableRecall,
            rows: loaderOf<Table, TableQuestion>().provide({ actors: { load: table.logic } }),
          },
        }),
        states: regionsMachine.provide({
          actors: {
            rows: loaderOf<StateRow[], StatesQuestion>().provide({
              actors: { load: states.logic },
            }),
          },
        }),
        allPayments: loaderOf<Payment[], Question>().provide({
          actors: { load: allPayments.logic },
        }),
        readDefinitions: fromPromise<Definition[], void>(async () => definitions),
      },
    }),
    { input: screenInput },
  ).start();
  const values = () => {
    const { children } = actor.getSnapshot();
    return {
      totals: children.totals?.getSnapshot().value,
      clicks: children.clicks?.getSnapshot().value,
      graph: children.graph?.getSnapshot().value,
      rows: children.breakdown?.getSnapshot().children.rows?.getSnapshot().value,
    };
  };
  return { actor, totals, byClicks, points, table, states, allPayments, values };
}

describe('the dashboard', () => {
  it('gives each data set a running state of its own', async () => {
    const { totals, byClicks, points, values } = start();
    totals.answer({ error: offline });
    byClicks.answer({ output: answered(clicks) });
    points.answer({ output: answered(graph, 'quiet') });
    await expect.poll(values).toEqual({
      totals: 'failed',
      clicks: { ready: 'fresh' },
      graph: { empty: 'fresh' },
      rows: 'loading',
    });
  });

  it('reloads all of them when the query changes', async () => {
    const { actor, totals, byClicks, points, table, states, allPayments, values } = start();
    byClicks.answer({ output: answered(clicks) });
    await expect.poll(() => values().clicks).toEqual({ ready: 'fresh' });
    actor.send({ type: 'query.change', query: lastWeek });
    const periods = [totals, byClicks, points, table, states, allPayments].map(
      ({ calls }) => calls.at(-1)?.query.period,
    );
    expect(periods).toEqual(Array(6).fill(lastWeek.period));
    expect(values()).toEqual({
      totals: 'loading',
      clicks: 'loading',
      graph: 'loading',
      rows: 'loading',
    });
  });

  it('shows the states of the opened country, in a new period as well', async () => {
    const { actor, states } = start();
    actor.getSnapshot().children.states?.send({ type: 'country.open', country: 'CA' });
    expect(states.calls.at(-1)?.query.country).toBe('CA');
    actor.send({ type: 'query.change', query: lastWeek });
    expect(states.calls.at(-1)?.query).toMatchObject({ country: 'CA', period: lastWeek.period });
  });

  it('keeps the definitions of its figures', async () => {
    const { actor } = start();
    await expect.poll(() => actor.getSnapshot().context.definitions).toEqual(definitions);
  });
});
