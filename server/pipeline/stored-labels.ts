import { LRUCache } from 'lru-cache';
import type { LabelRow } from '../warehouse/rows.ts';

/** A name takes an entry for its project and one for each affiliate who uses it. */
const MOST_KNOWN = 200_000;

export type StoredLabels = {
  /** Labels that differ from the stored ones. */
  newIn(labels: readonly LabelRow[]): LabelRow[];
  keep(labels: readonly LabelRow[]): void;
};

/**
 * Caches the stored labels, because nearly every event repeats known names. `onNamed` is called after labels are
 * stored of which a name differs from the cached one.
 */
export function createStoredLabels(
  onNamed: () => void = () => undefined,
  most = MOST_KNOWN,
): StoredLabels {
  const stored = new LRUCache<string, LabelRow>({ max: most });
  return {
    newIn(labels) {
      const fresh = new Map<string, LabelRow>();
      for (const label of labels) {
        const last = fresh.get(nameOf(label)) ?? stored.get(nameOf(label));
        const isNewer = !last || (label.name !== last.name && label.seen_at >= last.seen_at);
        if (isNewer) fresh.set(nameOf(label), { ...label });
        else if (label.seen_at > last.seen_at) last.seen_at = label.seen_at;
      }
      return [...fresh.values()];
    },
    keep(labels) {
      const isNamed = labels.some((label) => stored.get(nameOf(label))?.name !== label.name);
      for (const label of labels) stored.set(nameOf(label), label);
      if (isNamed) onNamed();
    },
  };
}

function nameOf({ project_id, kind, id, affid }: LabelRow): string {
  return JSON.stringify([project_id, kind, id, affid]);
}
