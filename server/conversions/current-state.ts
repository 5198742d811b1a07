import { Decimal } from 'decimal.js';
import type { FigureEffect } from '#contract/conversions/decisions.ts';
import { moneyPlaces } from '#contract/currency-decimals.ts';
import { roundDecimal } from '#contract/decimal.ts';
import {
  type SelectedConversions,
  selectedConversionsSql,
} from '../analytics/conversion-rows/selected-conversions.ts';
import type { AnalyticsReader } from '../analytics/runner/analytics-reader.ts';
import { parameterChunks } from '../warehouse/parameter-chunks.ts';
import { Parameters } from '../warehouse/parameters.ts';

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

/** The present state of a conversion or refund, by its leading side. */
export type ConversionState = Record<(typeof names)[number] | (typeof amounts)[number], string>;

const state = (cells: readonly (string | null)[]): ConversionState =>
  Object.fromEntries(
    [...names, ...amounts].map((name, index) => [name, cells[index] ?? '']),
  ) as ConversionState;

export const happenedAt = ({ event_time: time }: Pick<ConversionState, 'event_time'>): Date =>
  new Date(`${time.replace(' ', 'T')}Z`);

/** The states of these ids in these projects, without corrections. */
export async function readStates(
  ids: readonly string[],
  projects: readonly number[],
  select: AnalyticsReader['select'],
): Promise<ConversionState[]> {
  const found: ConversionState[] = [];
  for (const list of parameterChunks([...new Set(ids)])) {
    const parameters = new Parameters();
    const sql = `SELECT ${shown} FROM (
  SELECT ${columns}, paired, deleted FROM conversion_versions
  WHERE project_id IN ${parameters.add('Array(UInt32)', projects)}
    AND conversion_id IN ${parameters.add('Array(String)', list)}
  ORDER BY version DESC LIMIT 1 BY project_id, conversion_id, side)
WHERE deleted = 0 AND record != 'adjustment' AND (side = 'server' OR paired = 0)`;
    found.push(...(await select({ sql, parameters: parameters.values })).map(state));
  }
  return found;
}

/** The states of conversions that were known by these ids, or that have these events under another id now. */
export async function readStatesOf(
  known: readonly { conversion: string; uid: string | null }[],
  project: number,
  select: AnalyticsReader['select'],
): Promise<ConversionState[]> {
  const ids = known.map(({ conversion }) => conversion);
  const found = await readStates(ids, [project], select);
  const present = new Set(found.map((one) => one.conversion_id));
  const moved = known.flatMap(({ conversion, uid }) =>
    uid && !present.has(conversion) ? [uid] : [],
  );
  const others: string[] = [];
  for (const list of parameterChunks(moved)) {
    const parameters = new Parameters();
    const sql = `SELECT DISTINCT conversion_id FROM conversion_versions
WHERE project_id = ${parameters.add('Int64', project)}
  AND hasAny(event_uids, ${parameters.add('Array(String)', list)})`;
    const rows = await select({ sql, parameters: parameters.values });
    others.push(...rows.flatMap(([id]) => (id && !present.has(id) ? [id] : [])));
  }
  return [...found, ...(await readStates(others, [project], select))];
}

/** The states that match a filter of the log, up to one more than the limit. */
export async function readMatchingStates(
  selected: SelectedConversions,
  most: number,
  { model, select }: AnalyticsReader,
): Promise<ConversionState[]> {
  if (selected.projects.length === 0) return [];
  const parameters = new Parameters();
  const sql = `SELECT ${shown}
${selectedConversionsSql(model, selected, selected.resolved.window, parameters)} AND record != 'adjustment'
LIMIT ${parameters.add('UInt64', most + 1)}`;
  return (await select({ sql, parameters: parameters.values })).map(state);
}

/** Project currencies by project id. */
export type Currencies = ReadonlyMap<string, string>;

const counts = (status: string): boolean => status !== 'rejected' && status !== 'reversed';

/** The state under another status; without an exchange rate it counts in no status. */
export function withStatus(
  one: ConversionState,
  status: string,
  currencies: Currencies,
): ConversionState {
  const isForeign = one.currency !== currencies.get(one.project_id);
  const hasNoRate =
    Number(one.value) === 0 &&
    (one.excluded_reason === 'no_rate' || (isForeign && Number(one.value_sent) !== 0));
  const excluded_reason = counts(status) ? (hasNoRate ? 'no_rate' : '') : status;
  return { ...one, status, excluded_reason };
}

type Sums = { conversions: number; revenue: Decimal; payout: Decimal };

/** The change of the figures by currency. Refunds subtract; payouts follow the server's side. */
export function effectOf(
  before: readonly ConversionState[],
  after: readonly ConversionState[],
  currencies: Currencies,
): FigureEffect[] {
  const sums = new Map<string, Sums>();
  const add = (rows: readonly ConversionState[], sign: 1 | -1) => {
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
      revenue: roundDecimal(revenue.toFixed(4), moneyPlaces(currency)),
      payout: roundDecimal(payout.toFixed(4), moneyPlaces(currency)),
    }));
}
