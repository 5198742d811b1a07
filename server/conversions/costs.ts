import type pg from 'pg';
import type { Accepted } from '#server/collect/accepted.ts';
import type { CostRow } from '#server/warehouse/rows.ts';
import { readFacts } from './facts.ts';
import { exchanged, fits, fixed, money, type RateOn, rateOn } from './money.ts';

type Valued = Pick<CostRow, 'currency' | 'date' | 'spend' | 'spend_base' | 'excluded_reason'>;

/** A cost by the rates there are now; null when they change nothing about it, or make more of it than can be kept. */
export function revalued<Cost extends Valued>(cost: Cost, rate: RateOn): Cost | null {
  const factor = rate(cost.currency, cost.date);
  if (!factor) return null;
  const spent = exchanged(cost.spend, factor);
  if (!fits(spent)) return null;
  const spend_base = fixed(spent);
  const isSame = cost.excluded_reason === '' && money(cost.spend_base).eq(spend_base);
  return isSame ? null : { ...cost, spend_base, excluded_reason: '' };
}

/** Costs that were accepted without a rate, with the rate that may have come while they waited. */
export async function withLateRates(
  pool: pg.Pool,
  items: readonly Accepted[],
): Promise<Accepted[]> {
  const projects = new Set(
    items.flatMap((item) => (isWithoutRate(item) ? [item.cost.project_id] : [])),
  );
  if (projects.size === 0) return [...items];
  const facts = await readFacts(pool, [...projects]);
  const rates = new Map([...facts].map(([id, known]) => [id, rateOn(known)]));
  return items.map((item) => {
    if (!isWithoutRate(item)) return item;
    const rate = rates.get(item.cost.project_id);
    const cost = rate && revalued(item.cost, rate);
    return cost ? { ...item, cost } : item;
  });
}

const isWithoutRate = (item: Accepted): item is Accepted & { kind: 'cost' } =>
  item.kind === 'cost' && item.cost.excluded_reason === 'no_rate';
