import type pg from 'pg';
import { takenValueRows } from './applied-corrections.ts';
import type { ProjectFacts } from './raw-events.ts';
import type { Sources } from './recompute.ts';
import { type Change, changesOf, type StoredRow } from './row-changes.ts';
import { readStoredCorrections } from './stored-corrections.ts';

/**
 * The changes of values taken over for conversions that are not computed again. They are applied to the stored rows;
 * a deleted conversion counts as little as a reversed one.
 */
export async function takenValueChanges(
  { pool, rows }: Pick<Sources, 'rows'> & { pool: pg.Pool },
  facts: ProjectFacts,
  conversions: readonly StoredRow[],
  since: number,
): Promise<Change[]> {
  const corrections = await readStoredCorrections(pool, facts.id, {
    conversions: [],
    uids: conversions.flatMap(({ event_uids }) => event_uids),
  });
  if (corrections.length === 0) return [];
  const living = new Set(
    conversions.flatMap((row) => (row.deleted === 0 ? [row.conversion_id] : [])),
  );
  const latest = conversions.flatMap((row) => {
    if (row.deleted === 0) return [{ ...row, known: 0 }];
    return living.has(row.conversion_id)
      ? []
      : [{ ...row, excluded_reason: 'reversed' as const, known: 0 }];
  });
  const taken = takenValueRows(facts, latest, corrections);
  const stored = await rows(taken.map(({ conversion_id }) => conversion_id));
  return changesOf(stored, taken, since);
}
