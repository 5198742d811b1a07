import type { ReportMeta } from '#contract/analytics/report.ts';
import { amountIn, type Reading } from '../compiler/figure-values.ts';
import type { Model } from '../compiler/model.ts';
import type { Row } from '../compiler/result-row.ts';
import type { QueryRunner } from '../runner/query-runner.ts';
import { partRunner, type ResolvedQuery } from '../runner/resolved-query.ts';

type Counts = NonNullable<ReportMeta['excluded']>;

/** Measures that a report adds to its own statement to count excluded rows, which saves a second statement. */
export type ExcludedCounter = {
  measures: readonly string[];
  /** Receives the row with these measures for the report's own window. */
  keep(row: Row | undefined): void;
};

export const noExcludedCounter: ExcludedCounter = { measures: [], keep() {} };

const measures = [
  'excluded_bots',
  'excluded_duplicates',
  'excluded_tests',
  'excluded_rejected',
  'excluded_no_rate',
] as const;

/** Counts what the figures of a report leave out, through a statement of the report itself. */
export function createExcludedCounter(
  reading: Reading,
): ExcludedCounter & { counts: () => Counts } {
  let countedRow: Row | undefined;
  return {
    measures,
    keep(row) {
      countedRow = row;
    },
    counts: () => countsIn(reading, countedRow),
  };
}

/** The same with a statement of its own. */
export async function readExcluded(
  runQuery: QueryRunner,
  model: Model,
  resolved: ResolvedQuery,
): Promise<Counts> {
  const [row] = await partRunner(runQuery, resolved)({ measures });
  return countsIn({ model, resolved }, row);
}

function countsIn(reading: Reading, row: Row | undefined): Counts {
  const count = (name: (typeof measures)[number]) => amountIn(reading, row, name);
  return {
    bots: count('excluded_bots'),
    duplicates: count('excluded_duplicates'),
    tests: count('excluded_tests'),
    rejected: count('excluded_rejected'),
    no_rate: count('excluded_no_rate'),
  };
}
