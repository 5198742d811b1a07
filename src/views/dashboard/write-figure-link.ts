import type { ShownFigure } from '#model/figure-rows.ts';

/** The link to a figure on the page of another address. */
export function linkTo(
  { name, cell, period, project, affiliates }: ShownFigure,
  address: string,
): string {
  const link = new URL(address);
  link.hash = '';
  const { searchParams: query } = link;
  query.set('figure', name);
  for (const { grouping, key } of cell) {
    query.append('cell', key === null ? grouping : `${grouping}:${key}`);
  }
  if (period) query.set('figure_days', `${period.start}..${period.end}`);
  if (project !== undefined) query.set('figure_project', String(project));
  if (affiliates) query.set('figure_affiliates', affiliates.join(','));
  return link.href;
}
