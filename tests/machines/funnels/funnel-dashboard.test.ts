import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import type { FunnelReport, FunnelTrend, Opportunities } from '#contract/funnels/report.ts';
import { funnelDashboardMachine } from '#machines/funnels/funnel-dashboard.ts';
import { funnelPeopleMachine, peopleListMachine } from '#machines/funnels/funnel-people.ts';
import { loaderOf } from '#machines/kit/loader.ts';
import type {
  EntryQuestion,
  PeoplePage,
  PeopleRequest,
  ReportQuestion,
  TrendQuestion,
} from '#model/funnel-dashboard.ts';
import type { ReportResponse } from '#model/query.ts';
import {
  dashboardPlace,
  funnelReport,
  funnelTrend,
  opportunities,
  publishedFunnel,
} from '../../support/funnel-report.ts';
import { answered, offline, query, screenInput } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';

type Asked<Question> = { query: Question; isRefresh?: boolean };

function open() {
  const report = scriptedRequest<ReportResponse<FunnelReport>, Asked<ReportQuestion>>();
  const advice = scriptedRequest<ReportResponse<Opportunities>, Asked<EntryQuestion>>();
  const trend = scriptedRequest<ReportResponse<FunnelTrend>, Asked<TrendQuestion>>();
  const people = scriptedRequest<PeoplePage, PeopleRequest>();
  const written: unknown[] = [];
  const actor = createActor(
    funnelDashboardMachine.provide({
      actors: {
        address: fromCallback(() => {}),
        readFunnel: fromPromise(async () => publishedFunnel),
        report: loaderOf<FunnelReport, ReportQuestion>().provide({
          actors: { load: report.logic },
        }),
        opportunities: loaderOf<Opportunities, EntryQuestion>().provide({
          actors: { load: advice.logic },
        }),
        trend: loaderOf<FunnelTrend, TrendQuestion>().provide({ actors: { load: trend.logic } }),
        people: funnelPeopleMachine.provide({
          actors: {
            list: peopleListMachine.provide({ actors: { readPage: people.logic } }),
          },
        }),
      },
      actions: { rewriteAddress: ({ context }) => written.push(context.view) },
    }),
    { input: screenInput },
  ).start();
  actor.send({ type: 'address.recalled', place: dashboardPlace });
  const child = (name: 'report' | 'trend' | 'opportunities') =>
    actor.getSnapshot().children[name]?.getSnapshot();
  return { actor, report, advice, trend, people, written, child };
}

const isOpen = ({ actor }: ReturnType<typeof open>) =>
  expect.poll(() => actor.getSnapshot().matches({ open: 'steps' })).toBe(true);

describe("a funnel's dashboard", () => {
  it('reads the data of a tab when it opens, and keeps the report when the tab fails', async () => {
    const screen = open();
    const { actor, report, trend, child } = screen;
    await isOpen(screen);
    report.answer({ output: answered(funnelReport) });
    expect(trend.calls).toEqual([]);
    actor.send({ type: 'address.recalled', place: { ...dashboardPlace, tab: 'trend' } });
    expect(trend.calls).toHaveLength(1);
    trend.answer({ error: offline });
    await expect.poll(() => child('trend')?.value).toBe('failed');
    expect(child('report')?.value).toEqual({ ready: 'fresh' });
    expect(report.calls).toHaveLength(1);
    child('trend') && actor.getSnapshot().children.trend?.send({ type: 'retry' });
    trend.answer({ output: answered(funnelTrend) });
    await expect.poll(() => child('trend')?.value).toEqual({ ready: 'fresh' });
    actor.send({ type: 'address.recalled', place: dashboardPlace });
    expect(child('trend')).toBeUndefined();
  });

  it('keeps the figures on screen while a breakdown is read, and not for other days', async () => {
    const screen = open();
    const { actor, report, advice, written, child } = screen;
    await isOpen(screen);
    report.answer({ output: answered(funnelReport) });
    advice.answer({ output: answered(opportunities) });
    await expect.poll(() => child('report')?.value).toEqual({ ready: 'fresh' });
    await expect.poll(() => child('opportunities')?.value).toEqual({ ready: 'fresh' });
    actor.send({ type: 'view.change', change: { breakdown: 'device' } });
    expect(child('report')?.value).toEqual({ ready: 'refreshing' });
    expect(report.calls.at(-1)?.query).toMatchObject({ breakdown: 'device' });
    expect(advice.calls).toHaveLength(1);
    actor.send({ type: 'view.change', change: { range: 'last_7_days' } });
    expect(child('report')?.value).toBe('loading');
    expect(child('opportunities')?.value).toBe('loading');
    expect(report.calls.at(-1)?.query).toMatchObject({ range: 'last_7_days', breakdown: 'device' });
    expect(written).toMatchObject([
      { breakdown: 'device', range: 'last_30_days' },
      { breakdown: 'device', range: 'last_7_days' },
    ]);
  });

  it('lists people for the entries that are on screen, and closes them', async () => {
    const screen = open();
    const { actor, people, report } = screen;
    await isOpen(screen);
    actor.send({
      type: 'view.change',
      change: { people: { step: 'checkout', outcome: 'dropped' } },
    });
    expect(people.calls).toMatchObject([{ query: { step: 'checkout', outcome: 'dropped' } }]);
    expect(report.calls).toHaveLength(1);
    const affiliates = [{ id: 3, affid: '42' }];
    actor.send({ type: 'query.change', query: { ...query, affiliates } });
    expect(people.calls.at(-1)).toMatchObject({ query: { affiliates: [3], outcome: 'dropped' } });
    expect(report.calls.at(-1)).toMatchObject({ query: { affiliates: [3] } });
    actor.send({ type: 'view.change', change: { people: null } });
    expect(actor.getSnapshot().children.people?.getSnapshot().value).toBe('closed');
  });

  it('reads everything on screen again when it is told to', async () => {
    const screen = open();
    const { actor, report, advice, trend, people, child } = screen;
    await isOpen(screen);
    report.answer({ output: answered(funnelReport) });
    advice.answer({ output: answered(opportunities) });
    actor.send({
      type: 'view.change',
      change: { tab: 'trend', people: { step: 'checkout', outcome: 'dropped' } },
    });
    trend.answer({ output: answered(funnelTrend) });
    people.answer({ output: { rows: [], next: null } });
    await expect.poll(() => child('trend')?.value).toEqual({ ready: 'fresh' });
    await expect.poll(() => child('report')?.value).toEqual({ ready: 'fresh' });
    await expect.poll(() => child('opportunities')?.value).toEqual({ ready: 'fresh' });
    const counts = () => [report, advice, trend, people].map(({ calls }) => calls.length);
    expect(counts()).toEqual([1, 1, 1, 1]);
    await expect
      .poll(
        () => actor.getSnapshot().children.people?.getSnapshot().children.list?.getSnapshot().value,
      )
      .toEqual({ empty: 'fresh' });
    actor.send({ type: 'figures.refresh' });
    expect(counts()).toEqual([2, 2, 2, 2]);
    people.answer({ error: offline });
    await expect
      .poll(
        () => actor.getSnapshot().children.people?.getSnapshot().children.list?.getSnapshot().value,
      )
      .toBe('failed');
    actor.send({ type: 'figures.refresh' });
    expect(people.calls).toHaveLength(3);
  });

  it('reads the funnel of the same name again in another project', async () => {
    const screen = open();
    const { actor, report } = screen;
    await isOpen(screen);
    actor.send({ type: 'query.change', query: { ...query, project: 8, currency: 'EUR' } });
    expect(actor.getSnapshot().value).toBe('reading');
    await isOpen(screen);
    expect(report.calls.at(-1)?.query).toMatchObject({ project: 8, currency: 'EUR' });
  });

  it('takes the days of the address while the funnel is still being read', async () => {
    const screen = open();
    screen.actor.send({
      type: 'address.recalled',
      place: { ...dashboardPlace, range: 'last_7_days' },
    });
    await isOpen(screen);
    expect(screen.report.calls).toMatchObject([{ query: { range: 'last_7_days' } }]);
  });
});
