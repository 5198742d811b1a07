import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { invalid } from '../platform/refusal.ts';
import { requireFallback } from './offer-checks.ts';
import { columnsOf, type EnteredOffer, fieldsOf } from './offer-columns.ts';
import { type OfferRow, storeOffer } from './offer-rows.ts';

/** Unchanged values are not checked again, so that an offer of an earlier version can be changed. */
export function withoutSame(row: OfferRow, entered: EnteredOffer): EnteredOffer {
  const before: Record<string, unknown> = fieldsOf(row);
  const differs = ([name, value]: [string, unknown]) =>
    value !== undefined && !isDeepStrictEqual(value, before[name]);
  return Object.fromEntries(Object.entries(entered).filter(differs));
}

type Change = {
  stored: OfferRow;
  /** The changed fields, for the audit log. */
  before: Record<string, unknown>;
  after: Record<string, unknown>;
};

/** Stores what was entered and checked; null where it changes nothing. The caller holds the lock of the project. */
export async function changeFields(
  client: pg.PoolClient,
  row: OfferRow,
  entered: EnteredOffer,
  now: Date,
): Promise<Change | null> {
  const changed = withoutSame(row, entered);
  const names = Object.keys(changed);
  if (names.length === 0) return null;
  requireEndAfterStart({ ...fieldsOf(row), ...changed });
  await requireFallback(client, { project: row.projectId, id: row.id }, changed.fallback_offer);
  const isMoved = 'destination_url' in changed;
  const earlier = isMoved ? { earlierUrl: row.url, urlChangedAt: now } : {};
  const stored = await storeOffer(client, row, { ...columnsOf(changed), ...earlier }, now);
  return {
    stored,
    before: partOf(fieldsOf(row), names),
    after: partOf(fieldsOf(stored), names),
  };
}

const partOf = (fields: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, fields[name]]));

function requireEndAfterStart({ starts_at: start, ends_at: end }: EnteredOffer): void {
  if (!start || !end || Date.parse(start) < Date.parse(end)) return;
  throw invalid('ends_at', 'The end is not after the start.');
}
