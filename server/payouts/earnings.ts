import type { Window } from '#contract/period.ts';
import type { ProjectScope } from '../access/scope.ts';
import type { AnalyticsReader } from '../analytics/runner/analytics-reader.ts';
import { Parameters } from '../warehouse/parameters.ts';

/** Sums of payouts as exact decimal text: those before a window, and the kinds of those in it. */
export type Earnings = {
  /** Approved conversions, clicks, refunds and corrections. */
  earnedBefore: string;
  onHoldBefore: string;
  /** Conversions and clicks. */
  approved: string;
  refunded: string;
  adjusted: string;
  onHold: string;
};

export type EarningsRange = Pick<ProjectScope, 'id' | 'affids'> & Window;

/**
 * The rows that the measure `payout` of the analytics model sums up, from the first to the end of a range: those of
 * conversions, refunds and corrections, and the clicks that pay themselves.
 */
export function earningRows({ id, affids, to }: EarningsRange, parameters: Parameters): string {
  const own = affids ? `AND affid IN ${parameters.add('Array(String)', affids)}` : '';
  const within = `project_id = ${parameters.add('Int64', id)} AND event_time < ${parameters.millisecond(to)}
  AND affid != '' ${own}`;
  return `SELECT affid, event_time, record, status, offer_id, goal, terms_id, payout
FROM conversions FINAL
WHERE ${within} AND side = 'server' AND excluded_reason = ''
UNION ALL
SELECT affid, event_time, toLowCardinality('click') AS record, toLowCardinality('approved') AS status, offer_id,
  toLowCardinality('') AS goal, terms_id, click_payout AS payout
FROM events
WHERE ${within} AND event_name = 'click' AND left_out = 0 AND click_payout != 0`;
}

/** What each affiliate earned before and in a range, and when its first row happened. */
export async function readEarnings(
  select: AnalyticsReader['select'],
  range: EarningsRange,
): Promise<Map<string, Earnings & { first: Date }>> {
  const parameters = new Parameters();
  const start = parameters.millisecond(range.from);
  const sum = (which: string) => `toString(sumIf(payout, ${which}))`;
  const [before, within] = [`event_time < ${start}`, `event_time >= ${start}`];
  const kind = (records: string) =>
    sum(`${within} AND status != 'pending' AND record IN (${records})`);
  const rows = await select({
    sql: `SELECT affid, ${sum(`${before} AND status != 'pending'`)}, ${sum(`${before} AND status = 'pending'`)},
  ${kind(`'conversion', 'click'`)}, ${kind(`'refund'`)}, ${kind(`'adjustment'`)},
  ${sum(`${within} AND status = 'pending'`)}, toString(toUnixTimestamp64Milli(min(event_time)))
FROM (${earningRows(range, parameters)})
GROUP BY affid`,
    parameters: parameters.values,
  });
  return new Map(
    rows.map(([affid, earned, pending, approved, refunded, adjusted, onHold, first]) => [
      affid ?? '',
      {
        earnedBefore: earned ?? '0',
        onHoldBefore: pending ?? '0',
        approved: approved ?? '0',
        refunded: refunded ?? '0',
        adjusted: adjusted ?? '0',
        onHold: onHold ?? '0',
        first: new Date(Number(first)),
      },
    ]),
  );
}
