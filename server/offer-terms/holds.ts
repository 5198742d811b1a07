/** For how many days conversions wait for approval, from an instant (ms) on. */
export type Hold = { from: number; days: number };

/** The hold of a conversion at its time: later changes of the offer do not change it. */
export const holdAt = (holds: readonly Hold[], time: number): number =>
  holds.findLast(({ from }) => from <= time)?.days ?? 0;

type Held = { holds: readonly Hold[]; holdDays: number; createdAt: Date };

/** The holds of an offer after one of them was set. */
export function withHold({ holds, holdDays, createdAt }: Held, days: number, now: Date): Hold[] {
  const before =
    holds.length > 0 || holdDays === 0 ? holds : [{ from: createdAt.getTime(), days: holdDays }];
  return [...before, { from: now.getTime(), days }];
}
