import type pg from 'pg';
import { noonOf } from '#contract/period.ts';
import { exchanged, fits, fixed, money, type RateOn, rateOn } from '../attribution/money.ts';
import { readFacts } from '../attribution/project-facts.ts';
import type { InboxItem } from '../database/payloads/inbox-item.ts';
import type { CostRow } from '../warehouse/rows.ts';

type Valued = Pick<CostRow, 'currency' | 'date' | 'spend' | 'spend_base' | 'excluded_reason'>;

/** A cost by present rates; null when they change nothing, or the result is too large to store. */
export function revalued<Cost extends Valued>(cost: Cost, rate: RateOn): Cost | null {
  const factor = rate(cost.currency, cost.date);
  if (!factor) return null;
  const spent = exchanged(cost.spend, factor);
  if (!fits(spent)) return null;
  const spend_base = fixed(spent);
  const isSame = cost.excluded_reason === '' && money(cost.spend_base).eq(spend_base);
  return isSame ? null : { ...cost, spend_base, excluded_reason: '' };
}

/** A cost at noon of its day in the project's present zone; null where it is there already. */
export function placedCost<Cost extends Pick<CostRow, 'date' | 'event_time'>>(
  cost: Cost,
  timezone: string,
): Cost | null {
  const event_time = noonOf(cost.date, timezone).toISOString();
  return event_time === cost.event_time ? null : { ...cost, event_time };
}

/** Costs of the inbox with rates and zones that may have changed while they waited. */
export async function withLateFacts(
  pool: pg.Pool,
  items: readonly InboxItem[],
): Promise<InboxItem[]> {
  const projects = new Set(
    items.flatMap((item) => (item.kind === 'cost' ? [item.cost.project_id] : [])),
  );
  if (projects.size === 0) return [...items];
  const facts = await readFacts(pool, [...projects]);
  return items.map((item) => {
    const known = item.kind === 'cost' ? facts.get(item.cost.project_id) : undefined;
    if (item.kind !== 'cost' || !known) return item;
    const cost = placedCost(item.cost, known.timezone) ?? item.cost;
    const isWithoutRate = cost.excluded_reason === 'no_rate';
    return { ...item, cost: (isWithoutRate && revalued(cost, rateOn(known))) || cost };
  });
}
