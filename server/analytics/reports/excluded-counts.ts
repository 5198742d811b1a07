import type { ReportMeta } from '#contract/analytics/report.ts';
import { amountIn } from '../compiler/figure-values.ts';
import type { Model } from '../compiler/model.ts';
import type { Row } from '../compiler/result-row.ts';
import type { Ask } from '../runner/query-runner.ts';
import { asking, type Inquiry } from '../runner/report-inquiry.ts';

type Counts = NonNullable<ReportMeta['excluded']>;

/** What a statement of a report asks for besides its own measures, so that none is needed for what is left out. */
export type Beside = {
  measures: readonly string[];
  /** Takes the row that holds them, of the report's own window. */
  keep(row: Row | undefined): void;
};

export const nothingBeside: Beside = { measures: [], keep() {} };

const measures = [
  'excluded_bots',
  'excluded_duplicates',
  'excluded_tests',
  'excluded_rejected',
  'excluded_no_rate',
] as const;

/** What the figures of a report leave out, from the row that a statement of its own counts it in. */
export function countingBeside(model: Model): Beside & { counts: () => Counts } {
  let kept: Row | undefined;
  return {
    measures,
    keep(row) {
      kept = row;
    },
    counts: () => countsIn(model, kept),
  };
}

/** The same by a statement that does nothing else. */
export async function excludedIn(ask: Ask, model: Model, inquiry: Inquiry): Promise<Counts> {
  const [row] = await asking(ask, inquiry)({ measures });
  return countsIn(model, row);
}

function countsIn(model: Model, row: Row | undefined): Counts {
  const count = (name: (typeof measures)[number]) => amountIn(model, row, name);
  return {
    bots: count('excluded_bots'),
    duplicates: count('excluded_duplicates'),
    tests: count('excluded_tests'),
    rejected: count('excluded_rejected'),
    no_rate: count('excluded_no_rate'),
  };
}
