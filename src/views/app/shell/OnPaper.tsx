import { useSelector } from '@xstate/react';
import type { FilterOptionsActor } from '#machines/selection/filter-options.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { filterLines } from '../../selection/filter-words.ts';
import { countingTitles, sideWords } from '../../selection/models.ts';

/**
 * What the figures are narrowed to and how they are counted, for paper alone: there nothing can be opened to see it,
 * and two prints of one range would contradict each other.
 */
export function OnPaper({
  selection,
  filters,
}: {
  selection: SelectionActor;
  filters: FilterOptionsActor;
}) {
  const names = useSelector(filters, ({ context }) => context.names);
  const context = useSelector(selection, (snapshot) => snapshot.context);
  const lines = [
    ...filterLines(context, names),
    ...(context.browserConversions
      ? [{ name: countingTitles.side, values: sideWords.browser.name }]
      : []),
    ...(context.uniqueConversions ? [] : [{ name: countingTitles.once, values: 'off' }]),
  ];
  if (lines.length === 0) return null;
  return (
    <ul className="on-paper" aria-label="Filters and counting">
      {lines.map(({ name, values }) => (
        <li key={name}>
          {name}: {values}
        </li>
      ))}
    </ul>
  );
}
