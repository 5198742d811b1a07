import type { OpenedRow } from '#contract/analytics/report-query.ts';
import { dayAt, type Period, zonedTime } from '#contract/period.ts';
import type { ShownFigure } from '#model/figure-rows.ts';

/** What an element needs for the figures in it to be known as those of a row, bar or area. */
export const cellAt = (
  cell: readonly OpenedRow[],
  { period, project, affiliates }: Pick<ShownFigure, 'period' | 'project' | 'affiliates'> = {},
) => ({
  'data-cell': JSON.stringify(cell),
  'data-project': project,
  'data-affiliates': affiliates?.join(),
  ...(period && { 'data-period': JSON.stringify(period) }),
});

/** The figure that was pointed at, by what stands in the document; null beside every figure. */
export function figureAt(element: Element): ShownFigure | null {
  const name = element.closest<HTMLElement>('[data-figure]')?.dataset.figure;
  if (name === undefined) return null;
  const {
    cell = '[]',
    period,
    project,
    affiliates,
  } = element.closest<HTMLElement>('[data-cell]')?.dataset ?? {};
  return {
    name,
    cell: JSON.parse(cell) as OpenedRow[],
    ...(period && { period: JSON.parse(period) as Period }),
    ...(project && { project: Number(project) }),
    ...(affiliates && { affiliates: affiliates.split(',').map(Number) }),
  };
}

/** The hour or day of a bucket as a table of hours or days names it. */
export const momentCell = (
  { date, start }: { date: string | number; start: string },
  zone: string,
): OpenedRow =>
  typeof date === 'number'
    ? { grouping: 'hour', key: zonedTime(new Date(start), zone) }
    : { grouping: 'date', key: dayAt(new Date(start), zone) };
