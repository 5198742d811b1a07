import { type ComparedPeriod, comparedWith } from '#contract/analytics/comparison.ts';
import type { Grouping } from '#contract/analytics/report-query.ts';
import { granularityOf } from '#contract/period.ts';
import type { Freshness, Question, TableQuestion } from '#model/query.ts';
import type { Api } from '../../kit/api.ts';
import { complete, isBlank } from '../empty-reason.ts';
import type { History, Reports } from '../reports.ts';
import type { Cube } from './client.ts';
import { graphOver } from './graph.ts';
import { monthsOver } from './months.ts';
import { type Inquire, inquiryOver } from './query-runner.ts';
import { mostRows, type NameRows, tableOver } from './table.ts';
import { totalsOver } from './totals.ts';

type Outside = {
  cube: Cube;
  api: Api;
  history: History;
  /** Answers tables that have more rows than the endpoint's client takes without keeping the page. */
  longTable: Reports['table'];
  now: () => number;
};

/** The dashboard's data sets asked of the analytics endpoint, in the shape the dashboard calls give them. */
export function cubeReports({ cube, api, history, longTable, now }: Outside): Reports {
  async function answer<Asked extends Question, Data>(
    question: Asked,
    signal: AbortSignal,
    isBlank: (data: Data) => boolean,
    read: (ask: Inquire, compared: ComparedPeriod | null, now: number) => Promise<Data>,
  ) {
    const moment = Math.floor(now() / 1000) * 1000;
    const compared = comparedTo(question, moment);
    const { ask, refreshedAt } = inquiryOver(cube, question, signal);
    const data = await read(ask, compared, moment);
    const freshness = freshnessOf(question, compared, refreshedAt());
    return complete(question, { data, freshness }, isBlank(data), () => history.isKnown(question));
  }

  return {
    totals: (question, signal) =>
      answer(question, signal, isBlank.totals, (ask, compared) =>
        totalsOver(ask, question, compared),
      ),
    graph: (question, signal) =>
      answer(question, signal, isBlank.graph, (ask, compared, moment) =>
        graphOver(ask, question, compared, moment),
      ),
    table: (question, signal) =>
      question.limit > mostRows
        ? longTable(question, signal)
        : answer(question, signal, isBlank.table, async (ask, compared) => {
            const table = await tableOver(ask, question, compared, namesFor(api, question, signal));
            return table ?? (await longTable(question, signal)).data;
          }),
    months: (question, signal) =>
      answer(question, signal, isBlank.months, (ask, _, moment) =>
        monthsOver(ask, question, moment),
      ),
  };
}

function comparedTo(question: Question, now: number): ComparedPeriod | null {
  const { comparison, comparedPeriod, period, timezone } = question;
  if (comparison === 'none') return null;
  if (comparison !== 'custom') return comparedWith(comparison, period, timezone, new Date(now));
  return (
    comparedPeriod && comparedWith({ custom: comparedPeriod }, period, timezone, new Date(now))
  );
}

const freshnessOf = (
  { timezone, period, currency }: Question,
  compared: ComparedPeriod | null,
  refreshedAt: string,
): Freshness => ({
  as_of: refreshedAt,
  timezone,
  granularity: granularityOf(period),
  currency,
  compare: compared && {
    mode: compared.mode,
    utc_from: compared.window.from.toISOString(),
    utc_to: compared.window.to.toISOString(),
  },
  approximate: [],
});

/**
 * The endpoint knows ids alone. What is known by a name is asked for at once, without counting events; campaigns that
 * are not are asked for when they are there. Without an answer the ids have to do.
 */
function namesFor(api: Api, { project, grouping }: TableQuestion, signal: AbortSignal): NameRows {
  const read = (counts: '0' | '1') =>
    api
      .call('paramVariants', {
        query: { project_id: project, name: `params.${grouping}`, counts },
        signal,
      })
      .then(({ variants }) => new Map(variants.map(({ value, label }) => [value, label])))
      .catch(() => new Map<string, string>());
  const known = isCalled(grouping) ? read('0') : new Map<string, string>();
  return async (keys) => {
    const names = await known;
    const isWhole = grouping !== 'campaign_id' || keys.every((key) => names.has(key));
    return isWhole ? names : new Map([...(await read('1')), ...names]);
  };
}

/** Everything else is called by its key. */
const isCalled = (grouping: Grouping): boolean =>
  ['campaign_id', 'adset_id', 'ad_id', 'country'].includes(grouping);
