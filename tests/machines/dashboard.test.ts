import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { Answer, Question, TableQuestion } from '#contract/query.ts';
import type { CcData, GraphPoint, RcData, Table } from '#contract/report.ts';
import { breakdownMachine } from '#machines/breakdown.ts';
import { dashboardMachine } from '#machines/dashboard.ts';
import { loaderOf } from '#machines/loader.ts';
import { answered, clicks, graph, lastWeek, offline, question } from '../support/samples.ts';
import { scripted } from '../support/scripted.ts';

function start() {
  const totals = scripted<Answer<RcData>, { query: Question }>();
  const byClicks = scripted<Answer<CcData>, { query: Question }>();
  const points = scripted<Answer<GraphPoint[]>, { query: Question }>();
  const table = scripted<Answer<Table>, { query: TableQuestion }>();
  const actor = createActor(
    dashboardMachine.provide({
      actors: {
        totals: loaderOf<RcData, Question>().provide({ actors: { load: totals.logic } }),
        clicks: loaderOf<CcData, Question>().provide({ actors: { load: byClicks.logic } }),
        graph: loaderOf<GraphPoint[], Question>().provide({ actors: { load: points.logic } }),
        breakdown: breakdownMachine.provide({
          actors: {
            rows: loaderOf<Table, TableQuestion>().provide({ actors: { load: table.logic } }),
          },
        }),
      },
    }),
    { input: { question } },
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
  return { actor, totals, byClicks, points, table, values };
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

  it('asks all of them when the question changes', async () => {
    const { actor, totals, byClicks, points, table, values } = start();
    byClicks.answer({ output: answered(clicks) });
    await expect.poll(() => values().clicks).toEqual({ ready: 'fresh' });
    actor.send({ type: 'query.change', question: lastWeek });
    const periods = [totals, byClicks, points, table].map(
      ({ calls }) => calls.at(-1)?.query.period,
    );
    expect(periods).toEqual(Array(4).fill(lastWeek.period));
    expect(values()).toEqual({
      totals: 'loading',
      clicks: 'loading',
      graph: 'loading',
      rows: 'loading',
    });
  });
});
