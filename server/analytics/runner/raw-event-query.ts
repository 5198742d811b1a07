import type { Window } from '#contract/period.ts';
import type { Parameters } from '../../warehouse/parameters.ts';
import { boundsOf, inAnyWindow } from '../../warehouse/window-sql.ts';
import { scanLimitsOf } from '../compiler/compile.ts';
import type { Model } from '../compiler/model.ts';
import { conditionsOf, leavesOf } from '../compiler/predicates.ts';
import { asOfSql } from '../rewriting/as-of.ts';
import { overEvents } from '../rewriting/event-hour.ts';
import { armSql } from '../rewriting/union-arms.ts';
import type { ResolvedQuery } from './resolved-query.ts';

type EventScope = Pick<ResolvedQuery, 'filters' | 'asOf' | 'timezone'>;

/**
 * The raw events of a report, for figures that no measure counts: page views and the steps of a funnel. The usual
 * filters apply; bots and tests are left out.
 */
export function rawEvents(
  model: Model,
  { filters, asOf, timezone }: EventScope,
  windows: readonly Window[],
  parameters: Parameters,
): string {
  const { where } = conditionsOf(model, filters, parameters, timezone);
  return counted(model, [...where, ...during(windows, asOf, parameters)]);
}

type Steps = { steps: readonly string[]; goal: string };

/**
 * The events that are steps to a goal. Conversion events seldom carry an origin, so under filters they are those of the
 * conversions credited to the filtered origin, as in every other figure.
 */
export function stepEventsOf(
  model: Model,
  scope: EventScope,
  windows: readonly Window[],
  { steps, goal }: Steps,
  parameters: Parameters,
): string {
  const { filters, asOf } = scope;
  const named = (names: readonly string[]) =>
    `event_name IN ${parameters.add('Array(String)', names)}`;
  const isNarrowed = filters.flatMap(leavesOf).some(({ member }) => member !== 'project_id');
  if (!isNarrowed || !steps.includes(goal)) {
    return `${rawEvents(model, scope, windows, parameters)} AND ${named(steps)}`;
  }
  const others = steps.filter((step) => step !== goal);
  const projects = scanLimitsOf({ filters }, parameters).projects();
  const goals = counted(model, [
    ...(projects === null ? [] : [`project_id IN ${projects}`]),
    ...during(windows, asOf, parameters),
    named([goal]),
    `event_uid IN (${reportsOf(model, scope, windows, parameters)})`,
  ]);
  return `(
      SELECT ${columns} FROM ${rawEvents(model, scope, windows, parameters)} AND ${named(others)}
      UNION ALL
      SELECT ${columns} FROM ${goals}) AS ${model.cube} WHERE 1`;
}

/** Finds one event of a name that was ever received for these projects. */
export function wasEverSeen(
  model: Model,
  { filters, asOf }: EventScope,
  event: string,
  parameters: Parameters,
): string {
  const projects = scanLimitsOf({ filters }, parameters).projects();
  const events = counted(model, [
    ...(projects === null ? [] : [`project_id IN ${projects}`]),
    `event_name = ${parameters.add('String', event)}`,
    ...known(asOf, parameters),
  ]);
  return `SELECT '1' FROM ${events} LIMIT 1`;
}

const columns = 'project_id, event_name, event_time, visitor_key, affid, campaign_id, country';

const counted = ({ cube }: Model, conditions: readonly string[]): string =>
  `events AS ${cube} WHERE ${overEvents([...conditions, 'left_out = 0'].join(' AND '), cube)}`;

const during = (windows: readonly Window[], asOf: Date | undefined, parameters: Parameters) => [
  inAnyWindow('event_time', boundsOf(windows, parameters)),
  ...known(asOf, parameters),
];

const known = (asOf: Date | undefined, parameters: Parameters) =>
  asOf ? [`ingested_at <= ${parameters.millisecond(asOf)}`] : [];

/** The longest time between the reports of one conversion. */
const belongs = 48 * 3_600_000;

/** The events of the conversions that pass the filters, by their ids. */
function reportsOf(
  model: Model,
  { filters, asOf, timezone }: EventScope,
  windows: readonly Window[],
  parameters: Parameters,
): string {
  const { cube } = model;
  const reach = scanLimitsOf(
    { filters, windows: windows.map(({ from, to }) => ({ from: earlier(from), to })) },
    parameters,
  );
  const { where } = conditionsOf(model, filters, parameters, timezone);
  const conditions = [inAnyWindow(`${cube}.reported_at`, reach.windows), ...where];
  const text = [`${cube}.reports`, ...conditions].join(' ');
  const selects = model.arms
    .filter(({ records, only }) => records.has('conversion') && only === undefined)
    .map(({ once: _, ...arm }) => {
      const own = (name: string) => (arm.alias ? `${arm.alias}.${name}` : name);
      const all = [
        ...arm.columns,
        ['reports', own('event_uids')] as const,
        ['reported_at', own('event_time')] as const,
      ];
      const use = { ...reach, cube, text, keys: [], conditions };
      const rows = armSql({ ...arm, columns: new Map(all) }, use);
      return `SELECT arrayJoin(${cube}.reports) FROM (${rows}) AS ${cube} WHERE ${conditions.join(' AND ')}`;
    });
  const sql = selects.join('\nUNION ALL ');
  return asOf ? asOfSql(sql, asOf, parameters) : sql;
}

const earlier = (moment: Date): Date => new Date(moment.getTime() - belongs);
