import { fromPromise, type PromiseActorLogic } from 'xstate';
import type {
  FunnelReport,
  FunnelTrend,
  Opportunities,
  TimeToConvert,
} from '#contract/funnels/report.ts';
import type {
  EntryQuestion,
  PeoplePage,
  PeopleQuestion,
  PeopleRequest,
  ReportQuestion,
  SavePeople,
  TimeQuestion,
  TrendQuestion,
} from '#model/funnel-dashboard.ts';
import type { ReportResponse } from '#model/query.ts';
import type { Api, QueryValue } from '../kit/api.ts';
import { keepDownload } from '../kit/keep-file.ts';
import { freshnessOf } from './freshness.ts';
import { funnelParamsOf } from './funnel-params.ts';

type Read<Query, Data> = (question: Query, signal: AbortSignal) => Promise<ReportResponse<Data>>;
type Load<Query, Data> = PromiseActorLogic<
  ReportResponse<Data>,
  { query: Query; isRefresh?: boolean }
>;

/** More rows than a tall screen shows. */
const pageSize = 50;

/** The reports of a funnel, for loaders. A refresh waits until the page is visible. */
export function funnelReports(
  api: Api,
  now: () => number,
  whenVisible: (signal: AbortSignal) => Promise<void>,
) {
  const paramsOf = (question: EntryQuestion) => entryParams(question, now());
  const load = <Query, Data>(read: Read<Query, Data>): Load<Query, Data> =>
    fromPromise(async ({ input: { query, isRefresh = false }, signal }) => {
      if (isRefresh) await whenVisible(signal);
      return read(query, signal);
    });

  return {
    /** `GET funnels/{slug}/report/`. */
    report: load<ReportQuestion, FunnelReport>(async (question, signal) => {
      const { slug, breakdown, compare, compared, timezone } = question;
      const data = await api.call('funnelReport', {
        params: { slug },
        query: {
          ...paramsOf(question),
          breakdown: breakdown ?? undefined,
          compare,
          compare_start: compare === 'custom' ? compared?.start : undefined,
          compare_end: compare === 'custom' ? compared?.end : undefined,
        },
        signal,
      });
      const { entered, excluded } = data.totals;
      return {
        data,
        freshness: freshnessOf(data.as_of, timezone, data.currency),
        emptyReason: entered + excluded === 0 ? 'quiet' : null,
      };
    }),
    /** `GET funnels/{slug}/trend/`. */
    trend: load<TrendQuestion, FunnelTrend>(async (question, signal) => {
      const { slug, interval } = question;
      const { rows: data, headers } = await api.page('funnelTrend', {
        params: { slug },
        query: { ...paramsOf(question), interval },
        signal,
      });
      const isEmpty = data.buckets.every(({ entered }) => entered === 0);
      return { ...readAt(headers, question), data, emptyReason: isEmpty ? 'quiet' : null };
    }),
    /** `GET funnels/{slug}/time-to-convert/`. */
    time: load<TimeQuestion, TimeToConvert>(async (question, signal) => {
      const { slug, fromStep, toStep } = question;
      const { rows: data, headers } = await api.page('funnelTimeToConvert', {
        params: { slug },
        query: {
          ...paramsOf(question),
          from_step: fromStep ?? undefined,
          to_step: toStep ?? undefined,
        },
        signal,
      });
      return {
        ...readAt(headers, question),
        data,
        emptyReason: data.people === 0 ? 'quiet' : null,
      };
    }),
    /** `GET funnels/{slug}/opportunities/`. */
    opportunities: load<EntryQuestion, Opportunities>(async (question, signal) => {
      const { rows: data, headers } = await api.page('funnelOpportunities', {
        params: { slug: question.slug },
        query: paramsOf(question),
        signal,
      });
      const isEmpty = data.steps.length + data.silent.length === 0;
      return { ...readAt(headers, question), data, emptyReason: isEmpty ? 'quiet' : null };
    }),
  };
}

/** `GET funnels/{slug}/actors/`. */
export const readPeople = (
  api: Api,
  now: () => number,
): PromiseActorLogic<PeoplePage, PeopleRequest> =>
  fromPromise(async ({ input: { query, cursor }, signal }) => {
    const { rows, headers } = await api.page('funnelPeople', {
      params: { slug: query.slug },
      query: {
        ...peopleParams(query, now()),
        page_size: pageSize,
        cursor: cursor ?? undefined,
      },
      signal,
    });
    return {
      rows: rows.map((row) => ({ ...row, id: row.person })),
      next: headers.get('X-Next-Cursor'),
    };
  });

/** `GET funnels/{slug}/actors/` with a format, then saves the file to the browser's download folder. */
export const savePeople = (
  api: Api,
  window: Window,
  now: () => number,
): PromiseActorLogic<string, { request: SavePeople }> =>
  fromPromise(async ({ input: { request }, signal }) => {
    const { question, format } = request;
    const { slug } = question;
    const file = await api.download('funnelPeople', {
      params: { slug },
      query: { ...peopleParams(question, now()), format },
      signal,
    });
    return keepDownload(window, file, { otherwise: `${slug}-people.${format}`, signal });
  });

const entryParams = (question: EntryQuestion, now: number): Record<string, QueryValue> => ({
  ...funnelParamsOf(question, now),
  filters: question.filters.length > 0 ? JSON.stringify(question.filters) : undefined,
});

function peopleParams(question: PeopleQuestion, now: number): Record<string, QueryValue> {
  const { step, outcome, breakdown, value } = question;
  return {
    ...entryParams(question, now),
    step,
    outcome,
    ...(breakdown && value !== undefined ? { breakdown, breakdown_value: value ?? '' } : {}),
  };
}

/** The freshness of an answer whose body does not say it: the time of its response. */
const readAt = (headers: Headers, { timezone, currency }: EntryQuestion) => ({
  freshness: freshnessOf(
    new Date(headers.get('Date') ?? Date.now()).toISOString(),
    timezone,
    currency,
  ),
});
