import type { Related } from '#contract/conversions/schemas.ts';
import { moneyIn, type StoredSide } from '../analytics/conversion-rows/stored-side.ts';
import type { AnalyticsReader } from '../analytics/runner/analytics-reader.ts';
import { byText } from '../attribution/raw-events.ts';
import { reasonOf } from './conversion-sides.ts';
import { type ConversionState, happenedAt } from './current-state.ts';
import { readLinkedRefunds } from './refunds.ts';

export type SameOrder = { refunds: Related[]; order: Related | null };

/** The refunds of a conversion, or the order of a refund. */
export async function sameOrder(
  { conversion_id: id, project_id, event_time }: StoredSide,
  {
    isSeen,
    select,
    currency,
  }: {
    isSeen: (one: ConversionState) => boolean;
    select: AnalyticsReader['select'];
    /** The currency of the project. */
    currency: string;
  },
): Promise<SameOrder> {
  const projects = [Number(project_id)];
  const near = new Date(Number(event_time));
  const pairs = (await readLinkedRefunds([id], { projects, select, near })).filter(
    ({ refund, order }) => isSeen(refund) && isSeen(order),
  );
  const order = pairs.find(({ refund }) => refund.conversion_id === id)?.order ?? null;
  const refunds = pairs.flatMap((one) => (one.order.conversion_id === id ? [one.refund] : []));
  return {
    refunds: refunds
      .map((one) => related(one, currency))
      .sort((a, b) => byText(a.event_time, b.event_time)),
    order: order && related(order, currency),
  };
}

const related = (one: ConversionState, currency: string): Related => ({
  id: one.conversion_id,
  event_time: happenedAt(one).toISOString(),
  value: moneyIn(one.value, currency),
  status: one.status,
  excluded_reason: reasonOf(one),
});
