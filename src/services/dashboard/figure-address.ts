import { z } from 'zod';
import { cellSchema } from '#contract/analytics/report-query.ts';
import { daySchema } from '#contract/period.ts';
import type { ShownFigure } from '#model/figure-rows.ts';

const openedSchema = z.object({
  name: z.string().regex(/^[a-z][a-z0-9_]{0,60}$/),
  cell: cellSchema,
  period: z.object({ start: daySchema, end: daySchema }).optional().catch(undefined),
  affiliates: z.array(z.coerce.number().int().positive()).min(1).optional().catch(undefined),
  project: z.coerce.number().int().positive().optional().catch(undefined),
});

/** The figure that the query of an address opens, if it makes sense, and the query without it. */
export function figureIn(search: string): { figure: ShownFigure | null; rest: string } {
  const query = new URLSearchParams(search);
  const [start, end] = query.get('figure_days')?.split('..') ?? [];
  const { data } = openedSchema.safeParse({
    name: query.get('figure'),
    cell: query.getAll('cell'),
    period: start === undefined ? undefined : { start, end },
    project: query.get('figure_project') ?? undefined,
    affiliates: query.get('figure_affiliates')?.split(','),
  });
  for (const key of ['figure', 'cell', 'figure_days', 'figure_project', 'figure_affiliates'])
    query.delete(key);
  const rest = query.toString();
  return { figure: data ? figureOf(data) : null, rest: rest === '' ? '' : `?${rest}` };
}

const figureOf = ({
  name,
  cell,
  period,
  project,
  affiliates,
}: z.output<typeof openedSchema>): ShownFigure => ({
  name,
  cell,
  ...(period && { period }),
  ...(project !== undefined && { project }),
  ...(affiliates && { affiliates }),
});
