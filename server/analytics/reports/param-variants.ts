import type { z } from 'zod';
import type { variantsSchema } from '#contract/analytics/report.ts';
import type { variantsQuerySchema } from '#contract/analytics/report-query.ts';
import { addDays, dayAt, windowOf } from '#contract/period.ts';
import type { Scope } from '../../access/scope.ts';
import { scopeFilter } from '../compiler/scope-filter.ts';
import type { Names } from '../runner/names.ts';
import type { Ask } from '../runner/query-runner.ts';
import type { Report } from './report.ts';
import { isLabelled, labelsAhead, labelsFor } from './table-labels.ts';

const most = 1_000;

type Asked = Pick<z.output<typeof variantsQuerySchema>, 'name' | 'counts'>;
type Answer = z.input<typeof variantsSchema>;

/**
 * The values an event parameter took in the last 90 days, the most clicked first, by the names people call them.
 * Without counts, for who may see whole projects: what is known by a name, whenever it was clicked; no event is read
 * for it.
 */
export async function paramVariants(
  ask: Ask,
  scope: Scope,
  { name, counts }: Asked,
  names: Names,
  now: Date,
): Promise<Answer> {
  const member = groupingOf(name);
  const today = dayAt(now, 'UTC');
  const window = windowOf({ start: addDays(today, -89), end: addDays(today, 1) }, 'UTC');
  const askInScope: Report['ask'] = ({ filters = [], ...part }) =>
    ask({ ...part, window, filters: [scopeFilter(scope), ...filters], timezone: 'UTC' });
  const isWhole = scope.projects.every(({ affids }) => affids === null);
  if (!counts && isWhole && isLabelled(member)) {
    const known = await labelsAhead(member, { ask: askInScope, inquiry: { scope } }, names);
    if (known) return { name, variants: [...known].map(nameAlone) };
  }
  const rows = await askInScope({
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
    { ask: askInScope, inquiry: { scope } },
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

type Variant = Asked['name'] extends `params.${infer Grouping}` ? Grouping : never;

const groupingOf = (name: Asked['name']): Variant => name.slice('params.'.length) as Variant;
