import { useSelector } from '@xstate/react';
import type { FilterProps } from '../../selection/filter-props.ts';
import { filterLines } from '../../selection/filter-words.ts';
import { countingTitles, sideWords } from '../../selection/models.ts';

/**
 * The filters and the counting, for print only: paper shows no open menus, and two prints of one range could otherwise
 * contradict each other.
 */
export function PrintSummary({ selection, filters }: FilterProps) {
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
