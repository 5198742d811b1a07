/** An error that may have another cause gets a few more tries, and time for the other cause to end. */
const TRIES = 5;
const LEAST = 120_000;

/** Whether an item failed often and long enough. */
export const isPatienceOver = (tries: number, since: number, now: number, least = LEAST): boolean =>
  tries >= TRIES && now - since >= least;

/** Answers for an item that failed so many times whether it is given up. */
export type Patience = (item: string, tries: number, least?: number) => boolean;

const MOST_KNOWN = 10_000;

/** Remembers when the first try of each item failed. After a restart of the process the time begins anew. */
export function createPatience(now: () => Date): Patience {
  const known = new Map<string, number>();
  return (item, tries, least) => {
    const time = now().getTime();
    if (known.size >= MOST_KNOWN) known.clear();
    const since = tries === 1 ? time : (known.get(item) ?? time);
    known.set(item, since);
    const isOver = isPatienceOver(tries, since, time, least);
    if (isOver) known.delete(item);
    return isOver;
  };
}
