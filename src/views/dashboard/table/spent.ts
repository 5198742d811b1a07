import { shareOf } from '#contract/analytics/ratios.ts';
import type { Table, TableRow } from '#contract/analytics/report.ts';
import { count, money, percent } from '../../kit/format.ts';
import { groupingNames } from './groupings.ts';

/** The rows of a table that cost money without revenue, in a section of their own. */
export type SpentSection = {
  title: string;
  isOpen: boolean;
  /** The rows of the page; none while the section is closed or loads. */
  rows: readonly TableRow[];
  onToggle: () => void;
};

type Spent = NonNullable<Table['spent']>;

/** "12 ads spent 505.00, 21.0 % of the cost, without a sale" */
export function spentTitle(
  { group_by: grouping, total }: Pick<Table, 'group_by' | 'total'>,
  spent: Spent,
  currency: string,
): string {
  const { one, many } = groupingNames[grouping];
  const rows = `${count(spent.count)} ${(spent.count === 1 ? one : many).toLowerCase()}`;
  const share = percent(shareOf(spent.cost, total.cost));
  return `${rows} spent ${money(spent.cost, currency)}, ${share} of the cost, ${lacking(spent)}`;
}

/** A sale that only browsers reported, or a conversion without a value, is a sale. */
const lacking = ({ conversions, server_purchases, browser_purchases }: Spent): string =>
  conversions === 0 && server_purchases === 0 && browser_purchases === 0
    ? 'without a sale'
    : 'without server revenue';

/** How many rows the filter hides that are not in the section of rows that spent. */
export const hiddenRows = ({ other, spent }: Pick<Table, 'other' | 'spent'>): number =>
  other.count - (spent?.count ?? 0);
