import type { ConversionRow, Resolved } from './conversion-row.ts';

export type StoredRow = Omit<ConversionRow, 'version'>;
export type Change = StoredRow & {
  /**
   * The former time of the row where its hour changed: rows are stored by hour and replace each other only within one.
   */
  moved_from: string | null;
};

/**
 * The changes that turn the stored rows into the resolved ones. `before` must hold the latest rows of exactly the
 * resolved events: a living row without successor gets a tombstone, and a tombstone limits how early a revived row may
 * be known. Changes by a new rate or new terms are known from `since` on.
 */
export function changesOf(
  before: readonly StoredRow[],
  after: readonly Resolved[],
  since = 0,
): Change[] {
  const stored = new Map(before.map((row) => [nameOf(row), row]));
  const knownByEvent = new Map<string, number>();
  const changes: Change[] = [];
  for (const { known, ...row } of after) {
    for (const uid of row.event_uids) knownByEvent.set(uid, known);
    const old = stored.get(nameOf(row));
    stored.delete(nameOf(row));
    const living = old?.deleted === 0 ? old : undefined;
    if (living && isSame(living, row)) continue;
    const known_at = later(old?.known_at, known, since);
    changes.push({ ...row, deleted: 0, known_at, moved_from: placeLeft(living, row) });
  }
  for (const old of stored.values()) {
    if (old.deleted === 1) continue;
    const known = Math.max(...old.event_uids.map((uid) => knownByEvent.get(uid) ?? 0));
    const known_at = later(old.known_at, known, since);
    changes.push({ ...old, deleted: 1, known_at, moved_from: null });
  }
  return changes;
}

function nameOf({ conversion_id, side }: Pick<ConversionRow, 'conversion_id' | 'side'>): string {
  return `${conversion_id} ${side}`;
}

/** Hours in UTC, as in the table. */
function placeLeft(
  old: StoredRow | undefined,
  { event_time }: Pick<ConversionRow, 'event_time'>,
): string | null {
  if (!old || hourOf(old.event_time) === hourOf(event_time)) return null;
  return old.event_time;
}

const hourOf = (instant: string): string => instant.slice(0, 13);

function isSame(old: StoredRow, row: Omit<Resolved, 'known'>): boolean {
  return Object.entries(row).every(
    ([column, value]) => JSON.stringify(old[column as keyof StoredRow]) === JSON.stringify(value),
  );
}

/** The time since which a row is known never moves back. */
function later(before: string | undefined, known: number, since: number): string {
  return new Date(Math.max(before ? Date.parse(before) : 0, known, since)).toISOString();
}
