import type { Step } from '#contract/funnels/definition.ts';
import type { FunnelDraft } from './funnel-draft.ts';
import { chosenOf, mergeFields, type Preferred, type Versions } from './merge-fields.ts';

/**
 * One draft of two that began as the same one. What only one of them changed, added or removed is kept; where both did,
 * the preferred one counts, field by field and step by step.
 */
export function mergeFunnels(
  { before, mine, theirs }: Versions<FunnelDraft>,
  preferred: Preferred,
): FunnelDraft {
  const fields = mergeFields({ before, mine, theirs }, preferred);
  return {
    ...fields,
    targets: mergeFields(
      { before: before.targets, mine: mine.targets, theirs: theirs.targets },
      preferred,
    ),
    steps: mergeSteps({ before: before.steps, mine: mine.steps, theirs: theirs.steps }, preferred),
  };
}

function mergeSteps({ before, mine, theirs }: Versions<Step[]>, preferred: Preferred): Step[] {
  const slugs = [...new Set([...mine, ...theirs].map(({ slug }) => slug))];
  const steps = slugs.flatMap((slug) => {
    const [old, own, other] = [before, mine, theirs].map((list) =>
      list.find((step) => step.slug === slug),
    );
    if (own && other) {
      return mergeFields({ before: old ?? other, mine: own, theirs: other }, preferred);
    }
    return chosenOf({ before: old, mine: own, theirs: other }, preferred) ?? [];
  });
  const isReordered = orderOf(before, mine) !== orderOf(mine, before);
  const isReorderedByThem = orderOf(before, theirs) !== orderOf(theirs, before);
  const isMine = isReordered === isReorderedByThem ? preferred === 'mine' : isReordered;
  return isMine ? inOrder(steps, mine, theirs) : inOrder(steps, theirs, mine);
}

/** The steps in the order of the first list; one that is only in the second follows the step before it there. */
function inOrder(steps: readonly Step[], first: readonly Step[], second: readonly Step[]): Step[] {
  const isKept = ({ slug }: Step) => steps.some((step) => step.slug === slug);
  const order = first.filter(isKept).map(({ slug }) => slug);
  for (const [index, step] of second.entries()) {
    if (!isKept(step) || order.includes(step.slug)) continue;
    const previous = second.slice(0, index).findLast(({ slug }) => order.includes(slug));
    order.splice(previous ? order.indexOf(previous.slug) + 1 : 0, 0, step.slug);
  }
  return order.flatMap((slug) => steps.find((step) => step.slug === slug) ?? []);
}

/** The order of the steps of a list that the other has, too. */
const orderOf = (list: readonly Step[], other: readonly Step[]): string =>
  list
    .map(({ slug }) => slug)
    .filter((slug) => other.some((step) => step.slug === slug))
    .join();
