import type { z } from 'zod';
import { isLevel } from '#contract/analytics/dimensions.ts';
import type { variantsSchema } from '#contract/analytics/report.ts';
import type { variantsQuerySchema } from '#contract/analytics/report-query.ts';
import { addDays, dayAt, windowOf } from '#contract/period.ts';
import type { Scope } from '../../access/scope.ts';
import { scopeFilter } from '../compiler/scope-filter.ts';
import type { Names } from '../runner/entity-labels.ts';
import type { QueryRunner } from '../runner/query-runner.ts';
import type { Report } from './report.ts';
import { labelsAhead, labelsFor } from './table-labels.ts';

const most = 1_000;

type VariantsQuery = Pick<z.output<typeof variantsQuerySchema>, 'name' | 'counts'>;
type Answer = z.input<typeof variantsSchema>;

/**
 * The values an event parameter took in the last 90 days, most clicks first, with their names. For members who see
 * whole projects, named values are answered without counts and without reading events.
 */
export async function paramVariants(
  runQuery: QueryRunner,
  scope: Scope,
  { name, counts }: VariantsQuery,
  names: Names,
  now: Date,
): Promise<Answer> {
  const member = groupingOf(name);
  const today = dayAt(now, 'UTC');
  const window = windowOf({ start: addDays(today, -89), end: addDays(today, 1) }, 'UTC');
  const runInScope: Report['runQuery'] = ({ filters = [], ...part }) =>
    runQuery({ ...part, window, filters: [scopeFilter(scope), ...filters], timezone: 'UTC' });
  const isWhole = scope.projects.every(({ affids }) => affids === null);
  if (!counts && isWhole && isLevel(member)) {
    const known = await labelsAhead(member, { runQuery: runInScope, resolved: { scope } }, names);
    if (known) return { name, variants: [...known].map(nameAlone) };
  }
  const rows = await runInScope({
    measures: ['clicks'],
    dimensions: [member],
    filters: [
      { member: 'record', operator: 'equals', values: ['click', 'conversion'] },
      { member, operator: 'set', values: [] },
    ],
    order: [['clicks', 'desc']],
    limit: most,
  });
  const variants = rows.flatMap((row) => {
    const value = row[member];
    return value ? [{ value, count: Number(row.clicks) }] : [];
  });
  const labelOf = await labelsFor(
    member,
    variants.map(({ value }) => value),
    { runQuery: runInScope, resolved: { scope } },
    names,
  );
  return {
    name,
    variants: variants.map(({ value, count }) => ({ value, label: labelOf(value), count })),
  };
}

const nameAlone = ([value, label]: [string, string]): Answer['variants'][number] => ({
  value,
  label,
  count: null,
});

type Variant = VariantsQuery['name'] extends `params.${infer Grouping}` ? Grouping : never;

const groupingOf = (name: VariantsQuery['name']): Variant =>
  name.slice('params.'.length) as Variant;
