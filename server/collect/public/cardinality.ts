import { hash } from 'node:crypto';
import type { EventRow } from '../../warehouse/rows.ts';
import type { Delivery } from '../accept.ts';
import type { CollectProject } from '../collect-project.ts';

/** Different values that pages may bring a project in one column on one day (UTC). */
const mostValues = 10_000;
/** Projects whose values are remembered; the one longest without an event goes first. */
const mostProjects = 500;

const other = '(other)';

/**
 * Columns that pages fill with whatever stands in an address. Affiliates are not among them: they are paid by theirs.
 */
const columns = [
  'affsub',
  'referrer',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'campaign_id',
  'adset_id',
  'ad_id',
  'offer_id',
] as const satisfies (keyof EventRow)[];

/** Names that mean something to every project, so that no flood of others takes their place. */
const usual = new Set(
  'page_view view_content add_to_cart initiate_checkout click purchase lead'.split(' '),
);

type Limited = {
  delivery: Delivery;
  /** Columns in which a value was one too many. */
  exceeded: string[];
};

/**
 * Puts `(other)` where a project has had too many different values in a column today: addresses are made up at no
 * cost, and every value stays. Each process of the app counts by itself.
 */
export type Variety = (delivery: Delivery, project: CollectProject) => Limited;

export function createVariety(now: () => Date, most = mostValues): Variety {
  const remembered = new Map<number, { day: string; seen: Map<string, Set<string>> }>();

  const seenIn = (projectId: number): Map<string, Set<string>> => {
    const day = now().toISOString().slice(0, 10);
    const known = remembered.get(projectId);
    const today = known?.day === day ? known : { day, seen: new Map<string, Set<string>>() };
    remembered.delete(projectId);
    remembered.set(projectId, today);
    const [oldest] = remembered.keys();
    if (remembered.size > mostProjects && oldest !== undefined) remembered.delete(oldest);
    return today.seen;
  };

  return (delivery, project) => {
    const { accepted } = delivery;
    if (accepted.kind === 'cost') return { delivery, exceeded: [] };
    const seen = seenIn(project.id);
    const exceeded = new Set<string>();
    const kept = (column: string, value: string): string => {
      if (value === '' || value === other) return value;
      const values = seen.get(column) ?? new Set();
      seen.set(column, values);
      const key = value.length > 24 ? hash('sha1', value, 'base64') : value;
      if (values.has(key)) return value;
      if (values.size < most) {
        values.add(key);
        return value;
      }
      exceeded.add(column);
      return other;
    };

    const event = { ...accepted.event };
    for (const column of columns) event[column] = kept(column, event[column]);
    if (!usual.has(event.event_name) && event.event_name !== project.primaryEvent)
      event.event_name = kept('event_name', event.event_name);
    const params: Record<string, unknown> = JSON.parse(event.params);
    const names = Object.entries(params).map(([name, value]) => [kept('params', name), value]);
    if (exceeded.has('params')) event.params = JSON.stringify(Object.fromEntries(names));
    return { delivery: { ...delivery, accepted: { ...accepted, event } }, exceeded: [...exceeded] };
  };
}
