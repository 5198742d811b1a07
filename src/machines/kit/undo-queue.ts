import { type Problem, problemFrom } from '#contract/problem.ts';

/** The part of a collection's context that restores removed entries. */
export type UndoQueue<Entry> = {
  /** The entries to restore, one after the other; the others wait for the first. */
  restoring: Entry[];
  /** Entries that could not be restored, each with the reason. */
  notRestored: { entry: Entry; problem: Problem }[];
  /** The former ids of restored entries, because a restored entry may get a new id. */
  restored: unknown[];
};

type Identified = { id: unknown };

export const emptyUndoQueue = { restoring: [], notRestored: [], restored: [] };

export const isQueued = <Entry extends Identified>(
  { restoring, restored }: UndoQueue<Entry>,
  { id }: Entry,
): boolean => [...restoring.map((entry) => entry.id), ...restored].includes(id);

/** Adds an entry to the queue. If it failed before, it is no longer listed as failed. */
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

/** Forgets that the entry was restored, so that an entry that is removed again can be restored again. */
export const afterRemoval = <Entry extends Identified>(
  { restored }: UndoQueue<Entry>,
  { id }: Entry,
) => ({ restored: restored.filter((one) => one !== id) });
