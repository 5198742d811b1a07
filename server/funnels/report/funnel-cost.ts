import { Decimal } from 'decimal.js';
import { costDimensions } from '#contract/analytics/dimensions.ts';
import type { FunnelBreakdown } from '#contract/funnels/report.ts';
import type { Window } from '#contract/period.ts';
import { scopeFilter } from '../../analytics/compiler/scope-filter.ts';
import type { RequestedFunnel } from './requested-funnel.ts';

type Asked = Pick<RequestedFunnel, 'analytics' | 'scope' | 'question' | 'timezone'>;

/**
 * What the advertising of the period cost, as the dashboard counts it for the same scope; null where no cost is known.
 * With filters on the people it is unknown how much of it was theirs.
 */
export async function costOf(asked: Asked, window: Window): Promise<string | null> {
  const [row] = await costRows(asked, window, []);
  return row?.cost ?? null;
}

/** The cost of each value of a breakdown; null where costs do not name such values. */
export async function costsBy(
  asked: Asked,
  window: Window,
  by: FunnelBreakdown,
): Promise<ReadonlyMap<string, string> | null> {
  const dimension = costDimensions.find((one) => one === by);
  if (!dimension) return null;
  const rows = await costRows(asked, window, [dimension]);
  return new Map(rows.map(({ key, cost }) => [key, cost]));
}

async function costRows(
  { analytics, scope, question, timezone }: Asked,
  window: Window,
  dimensions: readonly string[],
): Promise<{ key: string; cost: string }[]> {
  if (question.filters?.length) return [];
  const rows = await analytics.runQuery({
    measures: ['cost'],
    dimensions,
    filters: [
      scopeFilter({ projects: [scope] }),
      { member: 'record', operator: 'equals', values: ['cost'] },
    ],
    window,
    timezone,
    asOf: undefined,
  });
  const [dimension = ''] = dimensions;
  return rows.flatMap((row) => {
    const cost = row.cost ?? '0';
    return new Decimal(cost).isZero() ? [] : [{ key: row[dimension] ?? '', cost }];
  });
}
