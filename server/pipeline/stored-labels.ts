import type { LabelRow } from '../warehouse/rows.ts';

const MOST_KNOWN = 50_000;

export type StoredLabels = {
  /** Labels that differ from the stored ones. */
  newIn(labels: readonly LabelRow[]): LabelRow[];
  keep(labels: readonly LabelRow[]): void;
};

/**
 * Caches the stored labels, because nearly every event repeats known names. `onNamed` is called after new ones are
 * stored.
 */
export function createStoredLabels(onNamed: () => void = () => undefined): StoredLabels {
  const stored = new Map<string, LabelRow>();
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
      if (stored.size + labels.length > MOST_KNOWN) stored.clear();
      for (const label of labels) stored.set(nameOf(label), label);
      if (labels.length > 0) onNamed();
    },
  };
}

function nameOf({ project_id, kind, id }: LabelRow): string {
  return `${project_id} ${kind} ${id}`;
}
