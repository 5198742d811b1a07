import { type ComparedPeriod, comparedWith } from '#contract/analytics/comparison.ts';
import { type Grouping, isLevel, namesOfValues } from '#contract/analytics/dimensions.ts';
import { granularityOf } from '#contract/period.ts';
import type { Freshness, Question, TableQuestion } from '#model/query.ts';
import type { Api } from '../../kit/api.ts';
import { isEmptyReport, withEmptyReason } from '../empty-reason.ts';
import type { ProjectHistory, Reports } from '../reports.ts';
import type { Cube } from './client.ts';
import { queryGraph } from './graph.ts';
import { queryMonths } from './months.ts';
import { createQueryRunner, type RunQuery } from './query-runner.ts';
import { maxRows, queryTable, type ReadNames } from './table.ts';
import { queryTotals } from './totals.ts';

type Dependencies = {
  cube: Cube;
  api: Api;
  history: ProjectHistory;
  /** Answers tables that are too large for the endpoint's client. */
  longTable: Reports['table'];
  now: () => number;
};

/** The dashboard's reports from the Cube endpoint, in the shape of the dashboard calls. */
export function cubeReports({ cube, api, history, longTable, now }: Dependencies): Reports {
  async function answer<Asked extends Question, Data>(
    question: Asked,
    signal: AbortSignal,
    isBlank: (data: Data) => boolean,
    read: (runQuery: RunQuery, compared: ComparedPeriod | null, now: number) => Promise<Data>,
  ) {
    const moment = Math.floor(now() / 1000) * 1000;
    const compared = comparisonOf(question, moment);
    const { runQuery, refreshedAt } = createQueryRunner(cube, question, signal);
    const data = await read(runQuery, compared, moment);
    const freshness = freshnessOf(question, compared, refreshedAt());
    return withEmptyReason(question, { data, freshness }, isBlank(data), () =>
      history.hasEvents(question),
    );
  }

  return {
    totals: (question, signal) =>
      answer(question, signal, isEmptyReport.totals, (runQuery, compared) =>
        queryTotals(runQuery, question, compared),
      ),
    graph: (question, signal) =>
      answer(question, signal, isEmptyReport.graph, (runQuery, compared, moment) =>
        queryGraph(runQuery, question, compared, moment),
      ),
    table: (question, signal) =>
      question.limit > maxRows
        ? longTable(question, signal)
        : answer(question, signal, isEmptyReport.table, async (runQuery, compared) => {
            const table = await queryTable(
              runQuery,
              question,
              compared,
              namesFor(api, question, signal),
            );
            return table ?? (await longTable(question, signal)).data;
          }),
    months: (question, signal) =>
      answer(question, signal, isEmptyReport.months, (runQuery, _, moment) =>
        queryMonths(runQuery, question, moment),
      ),
  };
}

function comparisonOf(question: Question, now: number): ComparedPeriod | null {
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
 * Reads the names of rows, because the endpoint only knows ids. Known names are read in parallel with the
 * figures, without counting events; they are read again with counts when a campaign's name is missing. If the call
 * fails, the table shows ids.
 */
function namesFor(api: Api, { project, grouping }: TableQuestion, signal: AbortSignal): ReadNames {
  const read = (counts: '0' | '1') =>
    api
      .call('paramVariants', {
        query: { project_id: project, name: `params.${grouping}`, counts },
        signal,
      })
      .then(({ variants }) => new Map(variants.map(({ value, label }) => [value, label])))
      .catch(() => new Map<string, string>());
  const known = hasName(grouping) ? read('0') : new Map<string, string>();
  return async (keys) => {
    const names = await known;
    const isWhole = grouping !== 'campaign_id' || keys.every((key) => names.has(key));
    return isWhole ? names : new Map([...(await read('1')), ...names]);
  };
}

/** Whether a grouping's rows have names; the others are shown by their key. */
const hasName = (grouping: Grouping): boolean =>
  isLevel(grouping) || namesOfValues(grouping) === 'country';
