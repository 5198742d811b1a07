import { isForGood, quietReasonOf } from '../warehouse/insert-errors.ts';

/** What could not be brought into the figures, in words that quote nobody. */
export type LeftOut = {
  project: number;
  /** When it happened. */
  time: string;
  /** The id of what could not be written; null where it could not even be computed. */
  conversion: string | null;
  reason: string;
};

/** Told of what is left out, which holds up nothing else. */
export type OnLeftOut = (left: LeftOut) => void;

/**
 * Does some work for all of these items, or for as many of them as it can be done for: where it fails for good it is
 * done for each half, down to the single items that it fails for.
 */
export async function apart<Item>(
  items: readonly Item[],
  work: (items: readonly Item[]) => Promise<void>,
  leave: (item: Item, reason: string) => void,
): Promise<void> {
  if (items.length === 0) return;
  try {
    await work(items);
  } catch (error) {
    if (!isForGood(error)) throw error;
    const [first] = items;
    if (first !== undefined && items.length === 1) return leave(first, quietReasonOf(error));
    const middle = Math.ceil(items.length / 2);
    await apart(items.slice(0, middle), work, leave);
    await apart(items.slice(middle), work, leave);
  }
}
