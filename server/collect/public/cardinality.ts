import { hash } from 'node:crypto';
import { browserDimensions } from '#contract/analytics/dimensions.ts';
import type { Delivery } from '../accept-events.ts';
import type { CollectProject } from '../collect-project.ts';

/** The most distinct values that pages may add to a project in one column on one day (UTC). */
const mostValues = 10_000;
/** The most projects whose values are remembered; the longest idle one is dropped first. */
const mostProjects = 500;

const other = '(other)';

/** Columns that pages fill from URLs. Affiliates are excluded, because they are paid by their id. */
const columns = browserDimensions.filter((name) => name !== 'affid');

/** Common values that a flood of others cannot displace. */
const usual = new Set(
  'page_view view_content add_to_cart initiate_checkout click purchase lead experiment_exposure'.split(
    ' ',
  ),
);

type Limited = {
  delivery: Delivery;
  /** Columns in which a value exceeded the limit. */
  exceeded: string[];
};

/**
 * Replaces a value by `(other)` where a project has too many distinct values in a column today, because made-up URLs
 * cost nothing and every stored value stays. Each process counts on its own.
 */
export type LimitCardinality = (delivery: Delivery, project: CollectProject) => Limited;

export function createCardinalityLimit(now: () => Date, most = mostValues): LimitCardinality {
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
    const limited = (column: string, value: string): string => {
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
    for (const column of columns) event[column] = limited(column, event[column]);
    if (!usual.has(event.event_name) && event.event_name !== project.primaryEvent)
      event.event_name = limited('event_name', event.event_name);
    const params: Record<string, unknown> = JSON.parse(event.params);
    const names = Object.entries(params).map(([name, value]) => [limited('params', name), value]);
    if (exceeded.has('params')) event.params = JSON.stringify(Object.fromEntries(names));
    return { delivery: { ...delivery, accepted: { ...accepted, event } }, exceeded: [...exceeded] };
  };
}
