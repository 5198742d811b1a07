import { Decimal } from 'decimal.js';
import type pg from 'pg';
import type { z } from 'zod';
import {
  type MatchedBy,
  matchedBy,
  type Outcome,
  type ReconciledAmounts,
  type ReconciledRow,
  type Reconciliation,
  type reconciliationSchema,
  smallestDifference,
} from '#contract/conversions/reconciliation.ts';
import { moneyPlaces } from '#contract/currency-decimals.ts';
import { roundDecimal } from '#contract/decimal.ts';
import type { Access } from '../access/access.ts';
import { memberForInput, requireCapability } from '../access/require-capability.ts';
import type { AnalyticsReader } from '../analytics/runner/analytics-reader.ts';
import { comparedLines, oursCounted, oursOf, theirsCounted, type Worth } from './compared-lines.ts';
import {
  type ComparedConversion,
  type KeyedConversion,
  readConversionsByKey,
} from './conversions-by-key.ts';
import { type Expected, expectedIn, readLeftOut } from './left-out.ts';
import { readNetworkFile } from './network-file.ts';
import { correctedValues } from './read-corrected-values.ts';

type Dependencies = { access: Access; analytics: AnalyticsReader; pool: pg.Pool; now: Date };

/** A comparison with all of its lines, and where the conversions that the file leaves out were looked for. */
export type Comparison = {
  answer: Reconciliation;
  rows: ReconciledRow[];
  expected: Expected;
};

/**
 * Compares a network's or shop's conversions with the stored ones, and lists those that it leaves out. Nothing is
 * changed.
 */
export async function reconcile(
  { project_id, csv, columns, decimal, match_by, ...asked }: z.output<typeof reconciliationSchema>,
  { access, analytics, pool, now }: Dependencies,
): Promise<Comparison> {
  const membership = memberForInput(access, project_id);
  requireCapability(membership, 'conversion.decide');
  const { currency } = membership;
  const file = readNetworkFile(csv, columns, currency, decimal);
  const keys = file.lines.flatMap(({ key }) => (key === '' ? [] : [key]));
  const { by, found } = await bestMatch(match_by, keys, project_id, analytics);
  const expected = expectedIn({ project_id, ...asked }, found, membership, now);
  const leftOut = await readLeftOut(expected, by, found, analytics);
  const worthOf = (some: readonly ComparedConversion[]): Promise<Worth> =>
    // A file may tell the value of an order that does not count here.
    correctedValues(
      some.map((one) => ({ ...one, excluded_reason: '' })),
      project_id,
      { connection: pool, select: analytics.select },
    );
  const [worth, leftWorth] = await Promise.all([worthOf(found), worthOf(leftOut.rows)]);
  const smallest = smallestDifference(currency);
  const rows = [
    ...comparedLines(found, file.lines, { worth, smallest }),
    ...leftOut.rows.map((one) => leftOutRow(one, leftWorth)),
  ];
  const inBoth = rows.filter((row) => row.our_value !== null && row.their_value !== null);
  const { period, timezone } = expected.selected.resolved;
  const answer: Reconciliation = {
    header: file.header,
    columns: file.columns,
    decimal: file.decimal,
    match_by: by,
    currency,
    lines: file.lines.length,
    counts: byOutcome((outcome) => ofOutcome(rows, outcome).length),
    amounts: byOutcome((outcome) =>
      outcome === 'left_out' && !leftOut.isComplete
        ? { theirs: null, ours: null }
        : amountsOf(ofOutcome(rows, outcome), currency),
    ),
    theirs: sumOf(inBoth.map(theirsCounted), currency) ?? 0,
    ours: sumOf(inBoth.map(oursCounted), currency) ?? 0,
    left_out: expected.isKnown
      ? {
          start_date: period.start,
          end_date: period.end,
          timezone,
          affids: expected.affids && [...expected.affids],
          complete: leftOut.isComplete,
        }
      : null,
    rows: rows.filter(
      ({ outcome, because }) => outcome !== 'same' && (outcome !== 'uncompared' || because),
    ),
  };
  return { answer, rows, expected };
}

/** The conversions by the kind of id that finds most of them. */
async function bestMatch(
  wanted: MatchedBy | undefined,
  keys: readonly string[],
  project: number,
  { select }: AnalyticsReader,
): Promise<{ by: MatchedBy; found: KeyedConversion[] }> {
  const tries = await Promise.all(
    (wanted ? [wanted] : matchedBy).map(async (by) => ({
      by,
      found: await readConversionsByKey(by, keys, project, select),
    })),
  );
  return tries.reduce((best, one) => (one.found.length > best.found.length ? one : best));
}

const leftOutRow = (ours: KeyedConversion, worth: Worth): ReconciledRow => ({
  line: null,
  key: ours.key || ours.conversion_id,
  outcome: 'left_out',
  because: null,
  ...oursOf(ours, worth),
  their_status: null,
  their_value: null,
});

const ofOutcome = (rows: readonly ReconciledRow[], outcome: Outcome): ReconciledRow[] =>
  rows.filter((row) => row.outcome === outcome);

const byOutcome = <Value>(of: (outcome: Outcome) => Value): Record<Outcome, Value> => ({
  left_out: of('left_out'),
  differs: of('differs'),
  not_counted: of('not_counted'),
  unmatched: of('unmatched'),
  conflict: of('conflict'),
  unreadable: of('unreadable'),
  uncompared: of('uncompared'),
  same: of('same'),
});

const amountsOf = (rows: readonly ReconciledRow[], currency: string): ReconciledAmounts => ({
  theirs: sumOf(
    rows.filter(({ their_value }) => their_value !== null).map(theirsCounted),
    currency,
  ),
  ours: sumOf(rows.filter(({ our_value }) => our_value !== null).map(oursCounted), currency),
});

/** The exact sum of the known values; null where none is known. */
function sumOf(values: readonly (number | null)[], currency: string): number | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  return roundDecimal(Decimal.sum(0, ...known).toFixed(), moneyPlaces(currency));
}
