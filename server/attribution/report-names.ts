import { byTime, isNamedByOrder, type RawEvent, type Touch } from './raw-events.ts';
import { TOUCH_WINDOW } from './windows.ts';

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
 * with one order id and one click are of one order, whoever sends them; what a browser says joins no orders of servers.
 */
export function reportNames(events: readonly RawEvent[], touches: readonly Touch[]): ReportNames {
  const affiliateOf = affiliatesOf(events, touches);
  const orderScope = (event: RawEvent): string => {
    if (event.scope !== 'affiliate') return event.scope;
    const affiliate = affiliateOf(event);
    return affiliate ? `affiliate:${affiliate}` : `click:${event.click_id}`;
  };
  const ownName = (event: RawEvent) => {
    const { side, name, key } = event;
    return JSON.stringify([side, name, key, isNamedByOrder(event) ? orderScope(event) : '']);
  };
  const joined = new Groups();
  for (const event of events) {
    if (event.click_id === '' || !isNamedByOrder(event)) continue;
    const { side, name, key, click_id } = event;
    joined.join(ownName(event), JSON.stringify([side, name, key, 'click', click_id]));
  }
  return {
    nameOf: (event) => joined.groupOf(ownName(event)),
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

const clickName = ({ key, click_id }: RawEvent): string => JSON.stringify([key, click_id]);

/**
 * The affiliate of an event: that of the click with its click id, else the event's own. Reports under one key share
 * what is known of their click, because the click may be too old for a later one.
 */
function affiliatesOf(
  events: readonly RawEvent[],
  touches: readonly Touch[],
): (event: RawEvent) => string {
  const clicks = new Map<string, Touch[]>();
  for (const touch of [...touches].sort(byTime)) {
    if (touch.click_id === '' || touch.is_twin === 1) continue;
    clicks.set(touch.click_id, [...(clicks.get(touch.click_id) ?? []), touch]);
  }
  const known = new Map<string, string>();
  for (const event of [...events].sort(byTime)) {
    const click = clicks
      .get(event.click_id)
      ?.find(({ time }) => time <= event.time && event.time - time <= TOUCH_WINDOW);
    if (click && !known.has(clickName(event))) known.set(clickName(event), click.affid);
  }
  return (event) => known.get(clickName(event)) || event.affid;
}

/** Names that mean the same, found through pairs of them. */
class Groups {
  private readonly parents = new Map<string, string>();

  /** Shortens the way to the group by half, so that long chains are walked once. */
  groupOf(name: string): string {
    let group = name;
    for (;;) {
      const parent = this.parents.get(group);
      if (parent === undefined) return group;
      const next = this.parents.get(parent);
      if (next !== undefined) this.parents.set(group, next);
      group = next ?? parent;
    }
  }

  join(a: string, b: string): void {
    const [one, other] = [this.groupOf(a), this.groupOf(b)];
    if (one !== other) this.parents.set(other, one);
  }
}
