import type { Day } from '#contract/period.ts';

/**
 * For each day, the index of the last compared day in its added-up figure. Where only the compared year has a 29th of
 * February, it is added on the 28th. Where only the period has one, the figure of the 28th is repeated on it.
 */
export function comparedUpTo(
  days: readonly Day[],
  others: readonly Day[],
  twins: readonly (number | null)[],
): (number | null)[] {
  let last: number | null = null;
  return days.map((day, index) => {
    const twin = twins[index] ?? null;
    if (twin === null) return day.endsWith('-02-29') ? last : null;
    const isBeforeLeapDay = day.endsWith('-02-28') && others[twin + 1]?.endsWith('-02-29') === true;
    last = isBeforeLeapDay && !twins.includes(twin + 1) ? twin + 1 : twin;
    return last;
  });
}
