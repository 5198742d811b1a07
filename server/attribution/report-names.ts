import { groupByKeys } from '../platform/group-by.ts';
import { affiliatesOf } from './known-affiliates.ts';
import { NameGroups } from './name-groups.ts';
import { isOneOrder } from './one-network.ts';
import { isNamedByOrder, type RawEvent, type Touch } from './raw-events.ts';
import { separateSales } from './separate-sales.ts';

/** What events report: events of one side with the same name report the same order. */
export type ReportNames = {
  nameOf(event: RawEvent): string;
  /** Whether a refund names the same order as a report of it. */
  isOfOrder(refund: RawEvent, report: RawEvent): boolean;
  /** Whether two reports with one id can be of one order: not if they are known to be of two affiliates. */
  canBeOne(a: RawEvent, b: RawEvent): boolean;
};

/**
 * Names the orders of events. A shop's own order id is unique within its project, a network's transaction id within the
 * network or, if the network has no name, within the affiliate of the click, as far as it is known. Reports of one side
 * with one order id and one click are of one order, also from a shop and a network. Without a common click a shop's and
 * a network's reports are of one order if no other network uses the id. A browser's reports join no orders of servers.
 * A refund belongs to the order that its sender reported.
 */
export function reportNames(events: readonly RawEvent[], touches: readonly Touch[]): ReportNames {
  const affiliateOf = affiliatesOf(events, touches);
  const orderScope = (event: RawEvent): string => {
    if (event.scope !== 'affiliate') return event.scope;
    const affiliate = affiliateOf(event);
    return affiliate ? `affiliate:${affiliate}` : `click:${event.click_id}`;
  };
  const named = groupByKeys(events.filter(isNamedByOrder), ({ side, key }) => [
    JSON.stringify([side, key]),
  ]);
  const sales = new Map<string, (report: RawEvent) => number>();
  for (const reports of named.values()) {
    const [first] = reports;
    if (first?.side !== 'server') continue;
    const own = reports.filter(({ scope }) => scope === '');
    sales.set(first.key, separateSales(own, affiliateOf));
  }
  const ownOrder = (event: RawEvent): string => {
    const { side, key, scope } = event;
    if (!isNamedByOrder(event)) return JSON.stringify([side, key, '']);
    const sale = side === 'server' && scope === '' ? sales.get(key)?.(event) : 0;
    return JSON.stringify([side, key, orderScope(event), ...(sale ? [sale] : [])]);
  };
  const joined = new NameGroups();
  for (const reports of named.values()) {
    for (const event of reports) {
      const { side, key, click_id } = event;
      if (click_id === '') continue;
      joined.join(ownOrder(event), JSON.stringify([side, key, 'click', click_id]));
    }
    const scopes = groupByKeys(reports, (event) => [orderScope(event)]);
    const shop = scopes.get('') ?? [];
    const [network = [], another] = [...scopes].flatMap(([scope, told]) => (scope ? [told] : []));
    const [one, other] = [shop[0], network[0]];
    if (one && other && !another && isOneOrder(shop, network, affiliateOf)) {
      joined.join(ownOrder(one), ownOrder(other));
    }
  }
  return {
    nameOf: (event) => JSON.stringify([event.name, joined.groupOf(ownOrder(event))]),
    isOfOrder: (refund, report) =>
      refund.order_id === report.order_id &&
      (orderScope(refund) === orderScope(report) ||
        (refund.click_id !== '' && refund.click_id === report.click_id)),
    canBeOne(a, b) {
      if (a.scope === '' && b.scope === '') return true;
      const [one, other] = [affiliateOf(a), affiliateOf(b)];
      return one === '' || other === '' || one === other;
    },
  };
}
