import type { InboxItem } from '../database/payloads/inbox-item.ts';
import type { LiveEvent } from '../database/payloads/live-event.ts';
import type { EventRow } from '../warehouse/rows.ts';

/** An event of a batch, or null in place of left-out ones. */
export type SelectedEvent = { project: number; place: number; event: LiveEvent | null };

/**
 * Limits per batch for one name, side and affiliate, and for one project: more cannot be read, and a user's test must
 * be among them.
 */
const mostAlike = 10;
const mostOfProject = 200;

/** The events of a batch to show live: the latest few of each kind, and a marker where some are left out. */
export function selectedEvents(items: readonly InboxItem[]): SelectedEvent[] {
  const counts = new Map<string, number>();
  const counted = (key: string): number => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count;
  };
  const chosen: SelectedEvent[] = [];
  const busy = new Set<number>();
  for (let place = items.length - 1; place >= 0; place -= 1) {
    const item = items[place];
    if (item?.kind !== 'event' || item.isHistory) continue;
    const { event: row, pixel = null } = item;
    const project = row.project_id;
    const kind = `${project}\n${row.affid}\n${row.side}\n${row.event_name}`;
    if (counted(kind) > mostAlike || counted(`${project}`) > mostOfProject) busy.add(project);
    else chosen.push({ project, place, event: keptOf(row, pixel) });
  }
  const notes = [...busy].map((project, index) => ({
    project,
    place: items.length + index,
    event: null,
  }));
  return [...chosen.reverse(), ...notes];
}

function keptOf(row: EventRow, pixel: number | null): LiveEvent {
  const { side, event_name, event_time, affid, affsub, event_id, order_id, value, currency } = row;
  const { campaign_id, adset_id, ad_id, country, device, status } = row;
  return {
    side,
    event_name,
    event_time,
    affid,
    affsub,
    event_id,
    order_id,
    value,
    currency,
    campaign_id,
    adset_id,
    ad_id,
    country,
    device,
    status,
    uid: row.event_uid,
    received_at: row.ingested_at,
    is_test: row.is_test === 1,
    is_bot: row.is_bot === 1,
    pixel,
    url: pageIn(row.params),
    network: row.client_ip,
  };
}

/** The page without its query, which may identify people. */
function pageIn(params: string): string {
  const { url }: { url?: unknown } = JSON.parse(params);
  return typeof url === 'string' ? url.replace(/[?#].*$/s, '') : '';
}
