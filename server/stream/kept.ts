import type { EventRow } from '#server/warehouse/rows.ts';
import type { Accepted } from '../database/payloads/inbox-item.ts';
import type { KeptEvent } from '../database/payloads/live-event.ts';

/** One event of a batch, or in the place of those that were too many: nothing. */
export type Kept = { project: number; place: number; event: KeptEvent | null };

/**
 * Of one name, side and affiliate; and of one project. More a batch nobody can read, and the test of somebody has to be
 * among them.
 */
const mostAlike = 10;
const mostOfProject = 200;

/** What of a batch is shown to those who listen: of each kind the latest few, and a note where some are left out. */
export function chosenOf(items: readonly Accepted[]): Kept[] {
  const counts = new Map<string, number>();
  const counted = (key: string): number => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count;
  };
  const chosen: Kept[] = [];
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

function keptOf(row: EventRow, pixel: number | null): KeptEvent {
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

/** The page without its query, which may tell of people. */
function pageIn(params: string): string {
  const { url }: { url?: unknown } = JSON.parse(params);
  return typeof url === 'string' ? url.replace(/[?#].*$/s, '') : '';
}
