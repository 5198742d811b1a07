import type { ExcludedRows, FigureRow, FigureRows } from '#contract/analytics/figure-rows.ts';
import { costHidingFact } from '#contract/analytics/known-cost.ts';
import type { FigurePage } from '#model/figure-rows.ts';
import { count, day, decimal, factor, money, none, percent } from '../kit/format.ts';

type Measure = { name: string; unit: FigureRows['figure']['unit']; value: string | null };

/** A figure in the format of its card. */
function shown({ name, unit, value }: Measure, currency: string): string {
  if (value === null) return none;
  if (unit === 'currency') return money(Number(value), currency);
  if (unit === 'count') return pieces(value);
  return /(conversion_rate|roi|margin|ctr)$/.test(name)
    ? percent(Number(value))
    : factor(Number(value));
}

/** Whether cost rows alone tell it; a spread cost is told by clicks, too. */
const isOfCosts = ({ name }: Pick<Measure, 'name'>): boolean =>
  /^(cost|impressions|ad_clicks)(?!_without)/.test(name);

/** The same under filters: a cost that is unknown by one of them is shown as unknown, not as 0. */
export const figureTextOf = (
  measure: Measure,
  { found: { filters }, currency }: FigurePage,
): string => (isOfCosts(measure) && costHidingFact(filters) ? none : shown(measure, currency));

/** The text of a figure whose cost is unknown. */
export function unknownCost({ figure, parts, filters }: FigureRows): string | null {
  const hidden = costHidingFact(filters);
  if (!hidden || ![figure, ...parts].some(isOfCosts)) return null;
  return `Costs have no ${hidden.title.toLowerCase()}, so this cost is unknown.`;
}

/** The amount that a row adds: money with the decimals of its currency, else parts of a conversion. */
export const addedAmount = (amount: string, unit: Measure['unit'], currency: string): string =>
  unit === 'currency' ? money(Number(amount), currency) : pieces(amount);

const pieces = (amount: string): string =>
  Number.isInteger(Number(amount)) ? count(Number(amount)) : decimal(Number(amount));

export const reasons: Record<ExcludedRows['reason'], string> = {
  test: 'Test',
  bot: 'Bot',
  duplicate: 'Duplicate',
  rejected: 'Rejected',
  reversed: 'Reversed',
  no_rate: 'No exchange rate',
  other_side: 'Seen by the other side only',
};

const kinds: Record<FigureRow['kind'], string> = {
  click: 'Click',
  conversion: 'Conversion',
  refund: 'Refund',
  correction: 'Correction',
  cost: 'Cost',
  person: 'Person',
  event: 'Event',
};

/** The name of a row. */
export const nameOf = ({ kind, label }: FigureRow): string =>
  kind === 'person' ? kinds.person : [kinds[kind], label].filter(Boolean).join(' ');

/** The path of a row's conversion; null for other rows. */
export const conversionPathOf = ({ kind, id }: FigureRow): string | null =>
  kind === 'conversion' || kind === 'refund' || kind === 'correction'
    ? `/conversions/${encodeURIComponent(id)}`
    : null;

/** An instant in UTC: "Nov 20, 2026, 05:00". */
export const inUtc = (instant: string): string =>
  `${day(instant.slice(0, 10))}, ${instant.slice(11, 16)}`;

/** The other figures that can be opened for the same row, bar or area. */
export const otherFigures = {
  revenue: 'Revenue',
  conversions: 'Conversions',
  users: 'Buyers',
  clicks: 'Clicks',
  cost: 'Cost',
  profit: 'Profit',
} as const;
