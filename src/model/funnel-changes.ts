import type { Definition, Step } from '#contract/funnels/definition.ts';

/** What differs between two definitions in their names and in what they count, one sentence each. */
export function definitionChanges(before: Definition, after: Definition): string[] {
  const added = after.steps.filter(({ slug }) => !stepOf(before, slug));
  const removed = before.steps.filter(({ slug }) => !stepOf(after, slug));
  return [
    ...(before.count_by === after.count_by
      ? []
      : [`It counts ${countedBy(after)} instead of ${countedBy(before)}.`]),
    ...(before.window_minutes === after.window_minutes
      ? []
      : [`The window is ${span(after.window_minutes)} instead of ${span(before.window_minutes)}.`]),
    ...added.map(({ name }) => `“${name}” was added.`),
    ...removed.map(({ name }) => `“${name}” was removed.`),
    ...(isReordered(before, after) ? ['The steps have another order.'] : []),
    ...before.steps.flatMap((step) => {
      const now = stepOf(after, step.slug);
      return now ? stepChanges(step, now) : [];
    }),
    ...(isSame(before.exclusions, after.exclusions) ? [] : ['The exclusions changed.']),
  ];
}

function stepChanges(before: Step, after: Step): string[] {
  const name = `“${after.name}”`;
  return [
    ...(before.name === after.name ? [] : [`“${before.name}” is now called ${name}.`]),
    ...(isSame(before.matcher, after.matcher) ? [] : [`${name} counts other events.`]),
    ...(before.optional === after.optional
      ? []
      : [after.optional ? `${name} is now optional.` : `${name} is now required.`]),
    ...(before.window_minutes === after.window_minutes
      ? []
      : [
          after.window_minutes === null
            ? `${name} has no window of its own any more.`
            : `${name} has a window of ${span(after.window_minutes)}.`,
        ]),
  ];
}

const stepOf = ({ steps }: Definition, slug: string): Step | undefined =>
  steps.find((step) => step.slug === slug);

/** Compares the order of the steps that both have. */
function isReordered(before: Definition, after: Definition): boolean {
  const kept = (one: Definition, other: Definition) =>
    one.steps.map(({ slug }) => slug).filter((slug) => stepOf(other, slug));
  return kept(before, after).join() !== kept(after, before).join();
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const countedBy = ({ count_by }: Definition): string =>
  count_by === 'visitor' ? 'visitors' : 'clicks';

/** 90 minutes, 36 hours, 7 days: in the largest unit that divides it. */
export function span(minutes: number): string {
  const units = [
    ['day', 1_440],
    ['hour', 60],
    ['minute', 1],
  ] as const;
  const [unit, size] = units.find(([, size]) => minutes % size === 0) ?? ['minute', 1];
  const number = minutes / size;
  return `${number} ${unit}${number === 1 ? '' : 's'}`;
}
