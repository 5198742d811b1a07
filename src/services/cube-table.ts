import type { Filter } from '@cubejs-client/core';
import { shareOf } from '#contract/change.ts';
import type { Compared } from '#contract/comparison.ts';
import type { Crumb, TableQuestion } from '#contract/query.ts';
import type { Grouping, Table, TableRow } from '#contract/report.ts';
import type { Row } from './cube.ts';
import { amountIn, cents, figureIn, sumOf } from './cube-figures.ts';
import type { Inquire } from './cube-inquiry.ts';
import { equals, isNotSet, isSet, measureOf, member } from './cube-members.ts';
import { instants } from './cube-span.ts';
import { totalMeasures, totalsOf } from './cube-totals.ts';

/** The endpoint gives at most this many rows at once, and twice that many is as far as a table goes. */
const page = 50_000;

const childOf: Partial<Record<Grouping, Grouping>> = {
  channel: 'campaign_id',
  campaign_id: 'adset_id',
  adset_id: 'ad_id',
  utm_source: 'utm_medium',
  utm_medium: 'utm_campaign',
  utm_campaign: 'utm_content',
  country: 'state',
};

const columns = [
  'conversions',
  'clicks',
  'server_revenue',
  'server_purchases',
  'browser_revenue',
  'browser_purchases',
  'cost',
  'payout',
] as const;
type Column = (typeof columns)[number];
type Sums = Record<Column, number>;

const money: ReadonlySet<string> = new Set(['server_revenue', 'browser_revenue', 'cost', 'payout']);
const seen = equals('record', ['click', 'conversion', 'refund', 'cost']);

/**
 * Figures by one dimension, as the dashboard call gives them: rows that earned something, what no click earned,
 * and the rest, so that everything adds up to the total.
 */
export async function tableOver(
  ask: Inquire,
  question: TableQuestion,
  compared: Compared | null,
  labels: Promise<ReadonlyMap<string, string>>,
): Promise<Table> {
  const { grouping } = question;
  const measureIn = (column: Column) =>
    column === 'conversions' ? measureOf('conversions', question) : column;
  const opened = question.path.map(({ grouping: name, key }: Crumb) => equals(name, [key]));
  const part = { dimensions: [grouping], filters: [...opened, seen, attributed(grouping)] };
  const [rows, [apart], before, names] = await Promise.all([
    every((offset) =>
      ask({
        ...part,
        measures: [
          ...totalMeasures,
          ...columns.map(measureIn),
          'unique_clicks',
          ...ratios.map((figure) => measureOf(figure, question)),
        ],
        order: { [member('server_revenue')]: 'desc', [member(grouping)]: 'asc' },
        limit: page,
        offset,
      }),
    ),
    ask({
      measures: [...columns.map(measureIn), measureOf('revenue', question)],
      filters: [...opened, ...unattributed(grouping)],
    }),
    compared
      ? every((offset) =>
          ask({
            ...part,
            measures: ['server_revenue', measureIn('conversions'), 'cost'],
            span: instants(compared.window),
            order: { [member(grouping)]: 'asc' },
            limit: page,
            offset,
          }),
        )
      : null,
    labels,
  ]);
  const keyOf = (row: Row) => row[member(grouping)] ?? null;
  const textsOf = (some: readonly (Row | undefined)[], measure: string) =>
    sumOf(some.map((row) => row?.[member(measure)]));
  const sumsIn = (some: readonly (Row | undefined)[]): Sums =>
    sumsBy((column) => {
      const text = textsOf(some, measureIn(column));
      return money.has(column) ? cents(text) : Number(text);
    });
  const total = sumsIn([...rows, apart]);
  const unattributedSums = sumsIn([apart]);
  const whole = cents(textsOf([...rows, apart], measureOf('revenue', question)));
  const previous = before && new Map(before.map((row) => [keyOf(row), row]));

  const listed = rows
    .filter((row) => amountIn(row, 'server_revenue') > 0)
    .map((row): TableRow => {
      const key = keyOf(row);
      const other = previous?.get(key);
      return {
        key,
        label: key === null ? '(none)' : (names.get(key) ?? key),
        child_group_by: key === null ? null : (childOf[grouping] ?? null),
        clicks: amountIn(row, 'clicks'),
        unique_clicks: amountIn(row, 'unique_clicks'),
        conversions: amountIn(row, measureIn('conversions')),
        ...totalsOf(row),
        cost: amountIn(row, 'cost'),
        payout: amountIn(row, 'payout'),
        profit: amountIn(row, measureOf('profit', question)),
        roas: figureIn(row, measureOf('roas', question)),
        cpa: figureIn(row, measureOf('cpa', question)),
        epc: figureIn(row, measureOf('epc', question)),
        conversion_rate: figureIn(row, measureOf('conversion_rate', question)),
        share: shareOf(amountIn(row, measureOf('revenue', question)), whole),
        previous: previous && {
          server_revenue: amountIn(other, 'server_revenue'),
          conversions: amountIn(other, measureIn('conversions')),
          cost: amountIn(other, 'cost'),
        },
      };
    })
    .sort(by(question))
    .slice(0, question.limit);
  return {
    group_by: grouping,
    rows: listed,
    unattributed: unattributedSums,
    other: { count: rows.length - listed.length, ...rest(total, [...listed, unattributedSums]) },
    total,
  };
}

const ratios = ['revenue', 'profit', 'roas', 'cpa', 'epc', 'conversion_rate'] as const;

async function every(ask: (offset: number) => Promise<Row[]>): Promise<Row[]> {
  const first = await ask(0);
  return first.length < page ? first : [...first, ...(await ask(page))];
}

const attributed = (grouping: Grouping): Filter => ({
  or: [isSet(grouping), equals('attributed', ['1'])],
});
const unattributed = (grouping: Grouping): Filter[] => [
  equals('record', ['conversion', 'refund']),
  isNotSet(grouping),
  equals('attributed', ['0']),
];

const sumsBy = (value: (column: Column) => number): Sums => ({
  conversions: value('conversions'),
  clicks: value('clicks'),
  server_revenue: value('server_revenue'),
  server_purchases: value('server_purchases'),
  browser_revenue: value('browser_revenue'),
  browser_purchases: value('browser_purchases'),
  cost: value('cost'),
  payout: value('payout'),
});

/** To the cent, and with what rounding single rows moved: the columns add up as they are shown. */
const rest = (total: Sums, parts: readonly Sums[]): Sums =>
  sumsBy(
    (column) =>
      parts.reduce(
        (left, part) => left - Math.round(part[column] * 100),
        Math.round(total[column] * 100),
      ) / 100,
  );

const collator = new Intl.Collator('en', { numeric: true });

/** Rows without a value come last either way; equal rows by key. */
function by({ sort, order }: TableQuestion): (a: TableRow, b: TableRow) => number {
  const sign = order === 'asc' ? 1 : -1;
  return (a, b) => {
    const [one, two] = [a[sort], b[sort]];
    if (one === null || two === null) {
      if (one !== two) return one === null ? 1 : -1;
    } else if (one !== two) {
      const isLess =
        typeof one === 'string' && typeof two === 'string'
          ? collator.compare(one, two) < 0
          : one < two;
      return isLess ? -sign : sign;
    }
    return collator.compare(a.key ?? '\uffff', b.key ?? '\uffff');
  };
}
