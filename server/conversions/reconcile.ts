import { Decimal } from 'decimal.js';
import type pg from 'pg';
import type { z } from 'zod';
import { conversionStatuses } from '#contract/conversions/query.ts';
import {
  matchedBy,
  type outcomes,
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
import { groupByKeys } from '../platform/group-by.ts';
import { type KeyedConversion, readConversionsByKey } from './conversions-by-key.ts';
import { type NetworkLine, readNetworkFile } from './network-file.ts';
import { correctedValues } from './read-corrected-values.ts';

/** Compares a network's or shop's conversions with the stored ones. Nothing is changed. */
export async function reconcile(
  { project_id, csv, columns, decimal, match_by }: z.output<typeof reconciliationSchema>,
  { access, analytics, pool }: { access: Access; analytics: AnalyticsReader; pool: pg.Pool },
): Promise<Reconciliation> {
  const membership = memberForInput(access, project_id);
  requireCapability(membership, 'conversion.decide');
  const file = readNetworkFile(csv, columns, membership.currency, decimal);
  const keys = file.lines.flatMap(({ key }) => (key === '' ? [] : [key]));
  const tries = await Promise.all(
    (match_by ? [match_by] : matchedBy).map(async (by) => ({
      by,
      found: await readConversionsByKey(by, keys, project_id, analytics.select),
    })),
  );
  const { by, found } = tries.reduce((best, one) =>
    one.found.length > best.found.length ? one : best,
  );
  // A file may tell the value of an order that does not count here.
  const worth = await correctedValues(
    found.map((one) => ({ ...one, excluded_reason: '' })),
    project_id,
    { connection: pool, select: analytics.select },
  );
  const rows = comparedWith(found, file.lines, worth, smallestDifference(membership.currency));
  const known = rows.filter(
    ({ our_value, their_value }) => our_value !== null && their_value !== null,
  );
  const sum = (of: (row: ReconciledRow) => number | null) =>
    roundDecimal(
      Decimal.sum(0, ...known.map((row) => of(row) ?? 0)).toFixed(),
      moneyPlaces(membership.currency),
    );
  return {
    header: file.header,
    columns: file.columns,
    decimal: file.decimal,
    match_by: by,
    currency: membership.currency,
    lines: file.lines.length,
    counts: countsOf(rows),
    theirs: sum(({ their_value }) => their_value),
    ours: sum(({ our_value }) => our_value),
    rows: rows.filter(({ outcome }) => outcome !== 'same' && outcome !== 'uncompared'),
  };
}

const countsOf = (rows: readonly ReconciledRow[]): Record<(typeof outcomes)[number], number> => ({
  differs: count(rows, 'differs'),
  unmatched: count(rows, 'unmatched'),
  conflict: count(rows, 'conflict'),
  unreadable: count(rows, 'unreadable'),
  uncompared: count(rows, 'uncompared'),
  same: count(rows, 'same'),
});
const count = (rows: readonly ReconciledRow[], outcome: (typeof outcomes)[number]): number =>
  rows.filter((row) => row.outcome === outcome).length;

function comparedWith(
  found: readonly KeyedConversion[],
  lines: readonly NetworkLine[],
  worth: ReadonlyMap<string, Decimal>,
  smallest: string,
): ReconciledRow[] {
  const byKey = groupByKeys(found, ({ key }) => [key]);
  const firstLines = new Map<string, number>();
  return lines.map((one) => {
    const { line, key, status, value, because } = one;
    const [ours, ...others] = byKey.get(key) ?? [];
    const earlier = firstLines.get(key);
    if (key !== '' && earlier === undefined) firstLines.set(key, line);
    const base = {
      line,
      key,
      because: null,
      conversion_id: null,
      our_status: null,
      their_status: status,
      our_value: null,
      their_value: value === null ? null : Number(value),
    };
    if (because !== null) return { ...base, outcome: 'unreadable', because };
    if (earlier !== undefined) {
      return { ...base, outcome: 'conflict', because: `Line ${earlier} already reports it.` };
    }
    if (!ours) return { ...base, outcome: 'unmatched', because: null };
    if (others.length > 0) {
      const many = `${others.length + 1} conversions here have this id.`;
      return { ...base, outcome: 'conflict', because: many };
    }
    const our_status = conversionStatuses.find((known) => known === ours.status) ?? null;
    const our_value = worth.get(ours.conversion_id) ?? new Decimal(ours.value);
    const differs =
      (status !== null && status !== our_status) ||
      (value !== null && new Decimal(value).sub(our_value).abs().gte(smallest));
    return {
      ...base,
      outcome: differs ? 'differs' : status === null && value === null ? 'uncompared' : 'same',
      conversion_id: ours.conversion_id,
      our_status,
      our_value: our_value.toNumber(),
    };
  });
}
