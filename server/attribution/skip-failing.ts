import { isOutOfMemory, isPermanent, safeReasonOf } from '../warehouse/insert-errors.ts';

/** A conversion that could not be computed or stored, in words that quote no user input. */
export type SkippedConversion = {
  project: number;
  /** The time of its event. */
  time: string;
  /** The id of a row that could not be written; null where it could not even be computed. */
  conversion: string | null;
  reason: string;
};

/** Called for each skipped conversion; the others go on. */
export type OnSkipped = (left: SkippedConversion) => void;

/**
 * Does work for all items, or for as many as possible: work that fails permanently, or for lack of memory, is
 * repeated for each half, down to the single items that fail. For a single item a lack of memory is thrown, because
 * other work may have caused it.
 */
export async function bisect<Item>(
  items: readonly Item[],
  work: (items: readonly Item[]) => Promise<void>,
  leave: (item: Item, reason: string) => void,
): Promise<void> {
  if (items.length === 0) return;
  try {
    await work(items);
  } catch (error) {
    const isFinal = isPermanent(error);
    if (!isFinal && !isOutOfMemory(error)) throw error;
    const [first] = items;
    if (first !== undefined && items.length === 1) {
      if (!isFinal) throw error;
      return leave(first, safeReasonOf(error));
    }
    const middle = Math.ceil(items.length / 2);
    await bisect(items.slice(0, middle), work, leave);
    await bisect(items.slice(middle), work, leave);
  }
}
