import { byTime, type RawEvent } from './raw-events.ts';
import { DEDUP_WINDOW } from './windows.ts';

type Sale = { affiliate: string; since: number };

/**
 * Tells apart the sales that servers reported under one order id of no network. Before transaction ids were kept apart,
 * postbacks of several networks were stored like that: reports that name clicks of different known affiliates and are
 * more than 48 hours apart are of different sales. Gives the number of a report's sale; the others are of the first.
 */
export function separateSales(
  reports: readonly RawEvent[],
  affiliateOf: (event: RawEvent) => string,
): (report: RawEvent) => number {
  const numbers = new Map<string, number>();
  const first: Sale = { affiliate: '', since: 0 };
  const sales = [first];
  for (const report of [...reports].sort(byTime)) {
    if (report.click_id === '') continue;
    const affiliate = affiliateOf(report);
    const number = numbers.get(clickOf(report)) ?? saleOf(affiliate, report.time, sales, numbers);
    numbers.set(clickOf(report), number);
    if (affiliate === '') continue;
    if (!numbers.has(`affiliate ${affiliate}`)) numbers.set(`affiliate ${affiliate}`, number);
    if (first.affiliate === '') Object.assign(first, { affiliate, since: report.time });
  }
  return (report) => numbers.get(clickOf(report)) ?? 0;
}

const clickOf = ({ click_id }: RawEvent): string => `click ${click_id}`;

function saleOf(
  affiliate: string,
  time: number,
  sales: Sale[],
  numbers: ReadonlyMap<string, number>,
): number {
  const own = affiliate === '' ? 0 : numbers.get(`affiliate ${affiliate}`);
  if (own !== undefined) return own;
  const near = sales.findIndex(
    (sale) => sale.affiliate === '' || time - sale.since <= DEDUP_WINDOW,
  );
  return near >= 0 ? near : sales.push({ affiliate, since: time }) - 1;
}
