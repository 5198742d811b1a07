import { Decimal } from 'decimal.js';
import type { DecisionEffect } from '#contract/conversions/decisions.ts';
import { rounded } from '#contract/decimal.ts';
import { Parameters } from '../analytics/compiler/parameters.ts';
import { type Chosen, conversionsIn } from '../analytics/conversion-rows/selected-conversions.ts';
import type { Reading } from '../analytics/runner/readings.ts';
import { parts } from '../warehouse/parameter-chunks.ts';

const names = [
  'project_id',
  'conversion_id',
  'side',
  'record',
  'event_time',
  'event_uid',
  'order_id',
  'dedup_key',
  'status',
  'excluded_reason',
  'affid',
  'offer_id',
  'currency',
] as const;
const amounts = ['value', 'value_sent', 'payout'] as const;
const columns = [...names, ...amounts].join(', ');
const shown = [...names, ...amounts].map((name) => `toString(${name})`).join(', ');

/** A conversion or refund as it stands, by the side whose word counts. */
export type Standing = Record<(typeof names)[number] | (typeof amounts)[number], string>;

const standing = (cells: readonly (string | null)[]): Standing =>
  Object.fromEntries(
    [...names, ...amounts].map((name, index) => [name, cells[index] ?? '']),
  ) as Standing;

export const happenedAt = ({ event_time: time }: Pick<Standing, 'event_time'>): Date =>
  new Date(`${time.replace(' ', 'T')}Z`);

/** Those of these projects with one of these ids. Corrections are none. */
export async function standingWith(
  ids: readonly string[],
  projects: readonly number[],
  select: Reading['select'],
): Promise<Standing[]> {
  const found: Standing[] = [];
  for (const list of parts([...new Set(ids)])) {
    const parameters = new Parameters();
    const sql = `SELECT ${shown} FROM (
  SELECT ${columns}, paired, deleted FROM conversion_versions
  WHERE project_id IN ${parameters.add('Array(UInt32)', projects)}
    AND conversion_id IN ${parameters.add('Array(String)', list)}
  ORDER BY version DESC LIMIT 1 BY project_id, conversion_id, side)
WHERE deleted = 0 AND record != 'adjustment' AND (side = 'server' OR paired = 0)`;
    found.push(...(await select({ sql, parameters: parameters.values })).map(standing));
  }
  return found;
}

/** What a filter of the log leaves, or one more than the most there may be. */
export async function standingIn(
  chosen: Chosen,
  most: number,
  { model, select }: Reading,
): Promise<Standing[]> {
  if (chosen.projects.length === 0) return [];
  const parameters = new Parameters();
  const sql = `SELECT ${shown}
${conversionsIn(model, chosen, chosen.inquiry.window, parameters)} AND record != 'adjustment'
LIMIT ${parameters.add('UInt64', most + 1)}`;
  return (await select({ sql, parameters: parameters.values })).map(standing);
}

/** The project's currency by its id. */
export type Currencies = ReadonlyMap<string, string>;

const counts = (status: string): boolean => status !== 'rejected' && status !== 'reversed';

/** How it would stand with another status; what has no exchange rate counts in none. */
export function withStatus(one: Standing, status: string, currencies: Currencies): Standing {
  const isForeign = one.currency !== currencies.get(one.project_id);
  const hasNoRate =
    Number(one.value) === 0 &&
    (one.excluded_reason === 'no_rate' || (isForeign && Number(one.value_sent) !== 0));
  const excluded_reason = counts(status) ? (hasNoRate ? 'no_rate' : '') : status;
  return { ...one, status, excluded_reason };
}

type Sums = { conversions: number; revenue: Decimal; payout: Decimal };

/** What the figures gain, by currency. A refund takes away; payouts are owed by the server's word. */
export function effectOf(
  before: readonly Standing[],
  after: readonly Standing[],
  currencies: Currencies,
): DecisionEffect[] {
  const sums = new Map<string, Sums>();
  const add = (rows: readonly Standing[], sign: 1 | -1) => {
    for (const one of rows.filter(({ excluded_reason }) => excluded_reason === '')) {
      const currency = currencies.get(one.project_id) ?? 'USD';
      const isRefund = one.record === 'refund';
      const sum = sums.get(currency) ?? {
        conversions: 0,
        revenue: new Decimal(0),
        payout: new Decimal(0),
      };
      sums.set(currency, {
        conversions: sum.conversions + (isRefund ? 0 : sign),
        revenue: sum.revenue.add(new Decimal(one.value).mul(isRefund ? -sign : sign)),
        payout:
          one.side === 'server' ? sum.payout.add(new Decimal(one.payout).mul(sign)) : sum.payout,
      });
    }
  };
  add(before, -1);
  add(after, 1);
  return [...sums]
    .filter(
      ([, { conversions, revenue, payout }]) =>
        conversions || !revenue.isZero() || !payout.isZero(),
    )
    .map(([currency, { conversions, revenue, payout }]) => ({
      currency,
      conversions,
      revenue: rounded(revenue.toFixed(4), 2),
      payout: rounded(payout.toFixed(4), 2),
    }));
}
