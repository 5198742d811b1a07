import type { ShownFigure } from '#contract/figure-question.ts';
import type { Parent } from '#contract/report-query.ts';

/** What an element needs for the figures in it to be known as those of a row, bar or area. */
export const cellAt = (cell: readonly Parent[]) => ({ 'data-cell': JSON.stringify(cell) });

/** The figure that was pointed at, by what stands in the document; null beside every figure. */
export function figureAt(element: Element): ShownFigure | null {
  const name = element.closest<HTMLElement>('[data-figure]')?.dataset.figure;
  if (name === undefined) return null;
  const cell = element.closest<HTMLElement>('[data-cell]')?.dataset.cell ?? '[]';
  return { name, cell: JSON.parse(cell) as Parent[] };
}
