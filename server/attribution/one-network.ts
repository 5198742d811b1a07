import { money } from './money.ts';
import { byTime, type RawEvent } from './raw-events.ts';
import { DEDUP_WINDOW } from './windows.ts';

/**
 * Whether what a shop and the only network with this order id reported is one order, although no click says so: the
 * affiliates are not known to differ, and two of the reports are within 48 hours of each other or name one amount.
 */
export function isOneOrder(
  shop: readonly RawEvent[],
  network: readonly RawEvent[],
  affiliateOf: (event: RawEvent) => string,
): boolean {
  const knownOf = (reports: readonly RawEvent[]) =>
    new Set(reports.map(affiliateOf).filter(Boolean));
  const [own, told] = [knownOf(shop), knownOf(network)];
  if (own.size > 1) return false;
  if (own.size > 0 && told.size > 0 && new Set([...own, ...told]).size > 1) return false;
  const amounts = new Set(shop.flatMap(amountOf));
  return areNear(shop, network) || network.flatMap(amountOf).some((one) => amounts.has(one));
}

function amountOf({ name, currency, value }: RawEvent): string[] {
  const amount = money(value);
  return amount.isZero() ? [] : [`${name} ${currency} ${amount.toFixed()}`];
}

/** The nearest two reports of two reporters are neighbours in time. */
function areNear(shop: readonly RawEvent[], network: readonly RawEvent[]): boolean {
  const shops = new Set(shop);
  const all = [...shop, ...network].sort(byTime);
  return all.some((event, index) => {
    const before = all[index - 1];
    return (
      before !== undefined &&
      shops.has(before) !== shops.has(event) &&
      event.time - before.time <= DEDUP_WINDOW
    );
  });
}
