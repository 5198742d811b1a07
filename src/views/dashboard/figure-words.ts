import type { ExcludedRows, FigureRow, FigureRows } from '#contract/analytics/figure-rows.ts';
import { costHidingFact } from '#contract/analytics/known-cost.ts';
import { count, day, factor, money, none, percent } from '../kit/format.ts';

type Measure = { name: string; unit: FigureRows['figure']['unit']; value: string | null };

/** A figure as its card shows it. */
function shown({ name, unit, value }: Measure): string {
  if (value === null) return none;
  if (unit === 'currency') return money(Number(value));
  if (unit === 'count') return pieces(value);
  return name.endsWith('conversion_rate') ? percent(Number(value)) : factor(Number(value));
}

/** The same among what narrows it: a cost that nobody can tell is not one of nothing. */
export const shownAmong = (measure: Measure, filters: FigureRows['filters']): string =>
  measure.name === 'cost' && costHidingFact(filters) ? none : shown(measure);

/** What a figure that needs a cost says where nobody can tell it. */
export function unknownCost({ figure, parts, filters }: FigureRows): string | null {
  const hidden = costHidingFact(filters);
  if (!hidden || ![figure, ...parts].some(({ name }) => name === 'cost')) return null;
  return `Costs name no ${hidden.title.toLowerCase()}, so what these cost is not known.`;
}

/** What a row adds: money with its cents, parts of a conversion as such. */
export const added = (amount: string, unit: Measure['unit']): string =>
  unit === 'currency' ? money(Number(amount)) : pieces(amount);

const pieces = (amount: string): string =>
  Number.isInteger(Number(amount)) ? count(Number(amount)) : money(Number(amount));

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

/** What a row is, by the name people know it by. */
export const nameOf = ({ kind, label }: FigureRow): string =>
  kind === 'person' ? kinds.person : [kinds[kind], label].filter(Boolean).join(' ');

/** Where the story of a row is told; nowhere but for conversions. */
export const storyOf = ({ kind, id }: FigureRow): string | null =>
  kind === 'conversion' || kind === 'refund' || kind === 'correction'
    ? `/conversions/${encodeURIComponent(id)}`
    : null;

/** An instant in UTC: "Nov 20, 2026, 05:00". */
export const inUtc = (instant: string): string =>
  `${day(instant.slice(0, 10))}, ${instant.slice(11, 16)}`;

/** What else can be opened of the same row, bar or area. */
export const others = {
  revenue: 'Revenue',
  conversions: 'Conversions',
  users: 'Users',
  clicks: 'Clicks',
  cost: 'Cost',
  profit: 'Profit',
} as const;
