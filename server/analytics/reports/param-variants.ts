import type { z } from 'zod';
import { addDays, dayAt, windowOf } from '#contract/period.ts';
import type { variantsSchema } from '#contract/report.ts';
import type { variantNames } from '#contract/report-query.ts';
import type { Ask } from '../ask.ts';
import type { Scope } from '../scope.ts';
import { scopeFilter } from '../selection.ts';
import type { Names } from './names.ts';
import type { Report } from './report.ts';
import { labelsFor } from './table-labels.ts';

const most = 1_000;

/** The values an event parameter took in the last 90 days, the most clicked first, by the names people call them. */
export async function paramVariants(
  ask: Ask,
  scope: Scope,
  name: (typeof variantNames)[number],
  names: Names,
  now: Date,
): Promise<z.input<typeof variantsSchema>> {
  const member = groupingOf(name);
  const today = dayAt(now, 'UTC');
  const window = windowOf({ start: addDays(today, -89), end: addDays(today, 1) }, 'UTC');
  const askInScope: Report['ask'] = ({ filters = [], ...part }) =>
    ask({ ...part, window, filters: [scopeFilter(scope), ...filters], timezone: 'UTC' });
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

type VariantName = (typeof variantNames)[number];
type Variant = VariantName extends `params.${infer Grouping}` ? Grouping : never;

const groupingOf = (name: VariantName): Variant => name.slice('params.'.length) as Variant;
