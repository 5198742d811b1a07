import type { InboxItem } from '../database/payloads/inbox-item.ts';
import type { LabelRow } from '../warehouse/rows.ts';

/**
 * The names that an event or a cost gives its campaign, ad set and ad: once for its project, and once for its
 * affiliate. An affiliate reads only the latter, so that a click on their link with the id of another campaign does not
 * show its name.
 */
export function labelsIn(item: InboxItem): LabelRow[] {
  const { affid } = item.kind === 'event' ? item.event : item.cost;
  const readers = affid ? ['', affid] : [''];
  return item.labels.flatMap((label) => readers.map((reader) => ({ ...label, affid: reader })));
}
