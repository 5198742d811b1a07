import { type Problem, problemFrom } from '#contract/problem.ts';

/** Removed entries that are to be restored, as context of a collection. */
export type UndoQueue<Entry> = {
  /** In turn; the first is restored while the others wait. */
  restoring: Entry[];
  /** Entries whose restoring failed, each with the reason. */
  notRestored: { entry: Entry; problem: Problem }[];
  /** Ids that were restored, because an entry may have another id afterwards. */
  restored: unknown[];
};

type Identified = { id: unknown };

export const emptyUndoQueue = { restoring: [], notRestored: [], restored: [] };

export const isQueued = <Entry extends Identified>(
  { restoring, restored }: UndoQueue<Entry>,
  { id }: Entry,
): boolean => [...restoring.map((entry) => entry.id), ...restored].includes(id);

/** An entry that is tried again is no longer listed as failed. */
export const withQueued = <Entry extends Identified>(
  { restoring, notRestored, restored }: UndoQueue<Entry>,
  entry: Entry,
): UndoQueue<Entry> => ({
  restoring: [...restoring, entry],
  notRestored: notRestored.filter((failed) => failed.entry.id !== entry.id),
  restored,
});

export function firstQueued<Entry>({ restoring: [first] }: UndoQueue<Entry>): Entry {
  if (first) return first;
  throw new Error('The undo queue is empty.');
}

export const afterRestored = <Entry extends Identified>(queue: UndoQueue<Entry>) => ({
  restoring: queue.restoring.slice(1),
  restored: [...queue.restored, firstQueued(queue).id],
});

export const afterFailure = <Entry>(queue: UndoQueue<Entry>, error: unknown) => ({
  restoring: queue.restoring.slice(1),
  notRestored: [...queue.notRestored, { entry: firstQueued(queue), problem: problemFrom(error) }],
});

/** An entry that is removed once more can be restored once more. */
export const afterRemoval = <Entry extends Identified>(
  { restored }: UndoQueue<Entry>,
  { id }: Entry,
) => ({ restored: restored.filter((one) => one !== id) });
