import type { Window } from '#contract/period.ts';
import type { Inquiry } from './inquiry.ts';
import type { Model } from './model.ts';
import type { Parameters } from './parameters.ts';
import { conditionsOf } from './predicates.ts';
import { boundsOf, within } from './window-sql.ts';

/**
 * The raw events of a report, for what no measure counts: page views and the way through a funnel.
 * The same filters apply as everywhere; bots and tests are not among them.
 */
export function eventsOf(
  model: Model,
  { filters, asOf }: Pick<Inquiry, 'filters' | 'asOf'>,
  windows: readonly Window[],
  parameters: Parameters,
): string {
  const { where } = conditionsOf(model, filters, parameters);
  const conditions = [
    ...where,
    'left_out = 0',
    within('event_time', boundsOf(windows, parameters)),
    ...(asOf ? [`ingested_at <= ${parameters.millisecond(asOf)}`] : []),
  ];
  return `events AS ${model.cube} WHERE ${conditions.join(' AND ')}`;
}
