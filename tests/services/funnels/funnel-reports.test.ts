import { describe, expect, it } from 'vitest';
import { type AnyActorLogic, createActor, toPromise } from 'xstate';
import type { PeopleQuestion } from '#model/funnel-dashboard.ts';
import { funnelReports, readPeople, savePeople } from '#services/funnels/funnel-reports.ts';
import { readFunnel } from '#services/funnels/one-funnel.ts';
import { createApi } from '#services/kit/api.ts';
import {
  funnelReport,
  funnelTrend,
  noReport,
  opportunities,
  person,
  publishedFunnel,
  timeToConvert,
} from '../../support/funnel-report.ts';
import { peopleQuestion } from '../../support/plans/funnels/funnel-people.ts';
import { fakeWindow } from '../../support/window.ts';

/** 21 November in UTC, still the 20th in New York. */
const now = () => Date.parse('2026-11-21T02:00:00Z');

function served(body: unknown, headers: Record<string, string> = {}) {
  const requests: URL[] = [];
  const api = createApi({
    baseUrl: 'http://clickledger.test',
    fetch: async (input, init) => {
      requests.push(new URL(new Request(input, init).url));
      return Response.json(body, { headers });
    },
    token: () => 'clu_1',
    onTokenRejected: () => {},
    onContractBroken: (_, reason) => expect(reason).toBeUndefined(),
  });
  const params = () => Object.fromEntries(requests.at(-1)?.searchParams ?? []);
  return { api, requests, params };
}

const run = (logic: AnyActorLogic, input: unknown) =>
  toPromise(createActor(logic, { input }).start());
const question: Omit<PeopleQuestion, 'step' | 'outcome'> = (() => {
  const { step: _step, outcome: _outcome, ...rest } = peopleQuestion;
  return rest;
})();
const shared = {
  project_id: '7',
  start: '2026-10-22',
  end: '2026-11-20',
  timezone: 'America/New_York',
};
const seen = async () => {};

describe('the reports of a funnel', () => {
  it('ask for the last 30 days of the zone, and for chosen days as they are', async () => {
    const { api, params, requests } = served(funnelReport);
    const { report } = funnelReports(api, now, seen);
    const query = { ...question, compare: 'none', compared: null };
    await run(report, { query });
    expect(requests[0]?.pathname).toBe('/api/v1/funnels/vsl-main/report/');
    expect(params()).toEqual({ ...shared, compare: 'none' });
    await run(report, {
      query: {
        ...query,
        affiliates: [3, 4],
        range: { start: '2026-11-01', end: '2026-11-02' },
        breakdown: 'device',
        filters: [{ property: 'country', operator: 'in', values: ['US'] }],
        compare: 'custom',
        compared: { start: '2026-10-01', end: '2026-10-02' },
      },
    });
    expect(params()).toEqual({
      project_id: '7',
      affiliate_id: '3,4',
      start: '2026-11-01',
      end: '2026-11-02',
      timezone: 'America/New_York',
      filters: '[{"property":"country","operator":"in","values":["US"]}]',
      breakdown: 'device',
      compare: 'custom',
      compare_start: '2026-10-01',
      compare_end: '2026-10-02',
    });
  });

  it('are empty if nobody entered', async () => {
    const query = { ...question, compare: 'none', compared: null };
    const reasonOf = async (body: unknown) =>
      (await run(funnelReports(served(body).api, now, seen).report, { query })).emptyReason;
    expect(await reasonOf(funnelReport)).toBeNull();
    expect(await reasonOf(noReport)).toBe('quiet');
    const excluded = { ...noReport, totals: { ...noReport.totals, excluded: 1 } };
    expect(await reasonOf(excluded)).toBeNull();
  });

  it('carry what each of them asks', async () => {
    const trend = served(funnelTrend);
    await run(funnelReports(trend.api, now, seen).trend, {
      query: { ...question, interval: 'week' },
    });
    expect(trend.params()).toEqual({ ...shared, interval: 'week' });
    const time = served(timeToConvert);
    await run(funnelReports(time.api, now, seen).time, {
      query: { ...question, fromStep: 'lander', toStep: 'checkout' },
    });
    expect(time.params()).toEqual({ ...shared, from_step: 'lander', to_step: 'checkout' });
    const advice = served(opportunities, { Date: 'Fri, 20 Nov 2026 20:14:05 GMT' });
    const answer = await run(funnelReports(advice.api, now, seen).opportunities, {
      query: question,
    });
    expect(answer).toMatchObject({
      emptyReason: null,
      freshness: { as_of: '2026-11-20T20:14:05.000Z', currency: 'USD' },
    });
    const funnel = served(publishedFunnel);
    await run(readFunnel(funnel.api), { scope: { project: 7, slug: 'vsl-main' } });
    expect(funnel.params()).toEqual({ project_id: '7' });
  });

  it('wait with a refresh until the page is visible', async () => {
    const { api, requests } = served(funnelTrend);
    let show = () => {};
    const visible = () =>
      new Promise<void>((resolve) => {
        show = resolve;
      });
    const answer = run(funnelReports(api, now, visible).trend, {
      query: { ...question, interval: 'day' },
      isRefresh: true,
    });
    expect(requests).toEqual([]);
    show();
    await answer;
    expect(requests).toHaveLength(1);
  });
});

describe('the people of a funnel', () => {
  const { id: _, ...row } = person;

  it('are read page by page, and those without a value of the breakdown by an empty one', async () => {
    const { api, params } = served([row], { 'X-Next-Cursor': 'n' });
    const query = { ...peopleQuestion, breakdown: 'device', value: null };
    const page = await run(readPeople(api, now), {
      query,
      filter: {},
      cursor: 'c',
      isRefresh: false,
    });
    expect(page).toEqual({ rows: [person], next: 'n' });
    expect(params()).toEqual({
      ...shared,
      step: 'checkout',
      outcome: 'dropped',
      breakdown: 'device',
      breakdown_value: '',
      page_size: '50',
      cursor: 'c',
    });
  });

  it('are saved as a file with the name that the server gives', async () => {
    const { api, params } = served('person', {
      'Content-Disposition': 'attachment; filename="people.csv"',
    });
    const { window } = fakeWindow('/funnels/dashboard/vsl-main');
    const saved: string[] = [];
    const link = { href: '', download: '', click: () => saved.push(link.download) };
    Object.assign(window, { document: { createElement: () => link }, setTimeout: () => 0 });
    const name = await run(savePeople(api, window, now), {
      request: { question: peopleQuestion, format: 'xlsx' },
    });
    expect([name, saved]).toEqual(['people.csv', ['people.csv']]);
    expect(params()).toMatchObject({ step: 'checkout', outcome: 'dropped', format: 'xlsx' });
  });
});
