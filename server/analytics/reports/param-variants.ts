import type { z } from 'zod';
import { addDays, dayAt, windowOf } from '#contract/period.ts';
import type { variantNames, variantsSchema } from '#contract/report.ts';
import type { Ask } from '../ask.ts';
import type { Scope } from '../scope.ts';
import { scopeFilter } from '../selection.ts';
import { countryName } from './places.ts';

const most = 1_000;

/** The values an event parameter took in the last 90 days, the most clicked first. */
export async function paramVariants(
  ask: Ask,
  scope: Scope,
  name: (typeof variantNames)[number],
  now: Date,
): Promise<z.input<typeof variantsSchema>> {
  const member = name.slice('params.'.length);
  const today = dayAt(now, 'UTC');
  const rows = await ask({
    measures: ['clicks'],
    dimensions: [member],
    window: windowOf({ start: addDays(today, -89), end: addDays(today, 1) }, 'UTC'),
    filters: [
      scopeFilter(scope),
      { member: 'record', operator: 'equals', values: ['click', 'conversion'] },
      { member, operator: 'set', values: [] },
    ],
    order: [['clicks', 'desc']],
    limit: most,
    timezone: 'UTC',
  });
  return {
    name,
    variants: rows.flatMap((row) => {
      const value = row[member];
      if (!value) return [];
      const label = member === 'country' ? countryName(value) : value;
      return [{ value, label, count: Number(row.clicks) }];
    }),
  };
}
