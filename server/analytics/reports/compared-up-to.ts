import type { Day } from '#contract/period.ts';

/**
 * The last compared day, by index, that is added up at each day. A 29th of February without a day beside it belongs to
 * its month: a compared one is added up at the 28th, and at one of the period nothing is added.
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
