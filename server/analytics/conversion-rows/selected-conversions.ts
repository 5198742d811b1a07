import { reportQuerySchema } from '#contract/analytics/report-query.ts';
import {
  type ConversionFilter,
  type ConversionSelection,
  pairings,
} from '#contract/conversions/query.ts';
import type { Scope } from '../../access/scope.ts';
import type { Parameters } from '../../warehouse/parameters.ts';
import type { Model } from '../compiler/model.ts';
import { conditionsOf } from '../compiler/predicates.ts';
import { asOfSql } from '../rewriting/as-of.ts';
import { type ResolvedQuery, resolveQuery } from '../runner/resolved-query.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The longest time between the two sides of a conversion. */
export const MAX_SIDE_GAP = 2 * DAY;

export type SelectedConversions = {
  resolved: ResolvedQuery;
  filter: Partial<ConversionFilter>;
  projects: readonly number[];
};

/** The conversions of a selection, by the rules of the dashboard's reports. */
export function selectConversions(
  filter: ConversionSelection & Partial<ConversionFilter>,
  scope: Scope,
  now: Date,
): SelectedConversions {
  const usual = reportQuerySchema.parse({ affiliate_id: 'all', timezone: 'UTC' });
  const resolved = resolveQuery({ ...usual, ...filter }, scope, now);
  return { resolved, filter, projects: scope.projects.map(({ id }) => id) };
}

export type Span = { from: Date; to: Date };

/**
 * The selected conversions within a span, one row each: the server's side where there is one, else the browser's.
 * Returns everything from FROM on, to be narrowed further with AND.
 */
export function selectedConversionsSql(
  model: Model,
  selected: SelectedConversions,
  span: Span,
  parameters: Parameters,
): string {
  const { resolved, filter } = selected;
  const { where } = conditionsOf(model, resolved.filters, parameters, resolved.timezone);
  const conditions = [
    resolved.asOf ? "(side = 'server' OR paired = 0)" : 'is_lead = 1',
    ...where,
    ...narrowing(filter, parameters),
  ];
  const found = filter.search ? ` AND ${searching(filter.search, selected, span, parameters)}` : '';
  const columns = resolved.asOf
    ? '*, toStartOfHour(event_time) AS event_hour'
    : '*, event_hour, is_lead';
  return `FROM (SELECT ${columns} ${conversionSidesSql(selected, span, parameters)}${found}) AS ${model.cube}
WHERE ${conditions.join(' AND ')}`;
}

/** Every side within a span, as it is now or as it was known at `asOf`. */
export function conversionSidesSql(
  { resolved, projects }: Pick<SelectedConversions, 'resolved' | 'projects'>,
  span: Span,
  parameters: Parameters,
): string {
  const sides = `FROM conversions FINAL
  WHERE ${among(projects, parameters)} AND ${(resolved.asOf ? timesIn : hoursIn)(span, parameters)}`;
  return resolved.asOf ? asOfSql(sides, resolved.asOf, parameters) : sides;
}

/** A single project is compared with `=`, not looked up in a list. */
const among = ([first, ...more]: readonly number[], parameters: Parameters): string =>
  first !== undefined && more.length === 0
    ? `project_id = ${parameters.add('Int64', first)}`
    : `project_id IN ${parameters.add('Array(UInt32)', first === undefined ? [] : [first, ...more])}`;

const timesIn = ({ from, to }: Span, parameters: Parameters): string =>
  `event_time >= ${parameters.millisecond(from)} AND event_time < ${parameters.millisecond(to)}`;

/**
 * The times only tell the index which hours to skip; each row is filtered by its hour, and by its exact time only at an
 * end that is not a full hour.
 */
function hoursIn({ from, to }: Span, parameters: Parameters): string {
  const isWhole = (instant: Date) => instant.getTime() % HOUR === 0;
  const conditions = [
    `indexHint(${timesIn({ from, to }, parameters)})`,
    `event_hour >= ${parameters.second(hourOf(from))}`,
    `event_hour <= ${parameters.second(hourOf(new Date(to.getTime() - 1)))}`,
    ...(isWhole(from) ? [] : [`event_time >= ${parameters.millisecond(from)}`]),
    ...(isWhole(to) ? [] : [`event_time < ${parameters.millisecond(to)}`]),
  ];
  return conditions.join(' AND ');
}

/** The UTC hour in which an instant lies. */
export const hourOf = (instant: Date): Date =>
  new Date(Math.floor(instant.getTime() / HOUR) * HOUR);

function narrowing(filter: Partial<ConversionFilter>, parameters: Parameters): string[] {
  const isOneOf = (column: string, values: readonly string[] | undefined) =>
    values?.length ? [`${column} IN ${parameters.add('Array(String)', values)}`] : [];
  const is = (column: string, wanted: boolean | undefined) =>
    wanted === undefined ? [] : [`${column} = ${wanted ? 1 : 0}`];
  return [
    ...isOneOf('record', filter.record),
    ...isOneOf('status', filter.status),
    ...paired(filter.pairing),
    ...isOneOf('dedup_method', filter.dedup_method),
    ...isOneOf(
      'excluded_reason',
      filter.excluded_reason?.map((reason) => (reason === 'none' ? '' : reason)),
    ),
    ...is('attributed', filter.attributed),
    ...is('value_mismatch', filter.mismatch),
    ...(filter.min_revenue && Number(filter.min_revenue) > 0
      ? [`value >= toDecimal64(${parameters.add('String', filter.min_revenue)}, 4)`]
      : []),
  ];
}

function paired(wanted: readonly string[] = []): string[] {
  const conditions = pairings.filter((one) => wanted.includes(one)).map((one) => pairedAs[one]);
  return conditions.length > 0 ? [`(${conditions.join(' OR ')})`] : [];
}

const pairedAs = {
  both: 'paired = 1',
  server_only: "(paired = 0 AND side = 'server')",
  browser_only: "(paired = 0 AND side = 'browser')",
} as const;

/**
 * Finds conversions by the beginning of an id of either side, current or former, in any case, and orders also by their
 * digits. A side stores only the order id of its first report, so order ids of later reports are looked up among the
 * events of sides that were reported more than once.
 */
function searching(
  search: string,
  { resolved, projects }: SelectedConversions,
  { from, to }: Span,
  parameters: Parameters,
): string {
  const key = idKeyOf(search);
  const text = parameters.add('String', key);
  const [earliest, latest] = [from.getTime() - MAX_SIDE_GAP, to.getTime() + MAX_SIDE_GAP].map(
    (time) => parameters.millisecond(new Date(time)),
  );
  const near = `project_id IN ${parameters.add('Array(UInt32)', projects)}
      AND event_time >= ${earliest} AND event_time < ${latest}`;
  const own = `${near}${ofScope(resolved.scope, parameters)}`;
  const table = resolved.asOf ? 'conversion_versions' : 'conversions';
  const orders = [
    `startsWith(lowerUTF8(trim(LEADING '#' FROM order_id)), ${text})`,
    ...(/^\d+$/.test(key) ? [`startsWith(replaceRegexpAll(order_id, '[^0-9]', ''), ${text})`] : []),
  ].join(' OR ');
  return `(conversion_id IN (SELECT conversion_id FROM conversion_keys WHERE ${own} AND startsWith(id_key, ${text}))
    OR conversion_id IN (
    SELECT conversion_id
    FROM (
      SELECT conversion_id, arrayJoin(event_uids) AS event_uid
      FROM ${table} WHERE ${own} AND length(event_uids) > 1)
    WHERE event_uid IN (
      SELECT event_uid FROM events
      WHERE ${near} AND event_name != 'click' AND left_out = 0 AND order_id != '' AND (${orders}))))`;
}

/** A typed id in the form of `conversion_keys`. */
export const idKeyOf = (typed: string): string => typed.trim().toLowerCase().replace(/^#+/, '');

/**
 * Limits the searched rows to affiliates that the member may see. The other side and earlier versions of a conversion
 * may have the click of another affiliate, and a search by prefixes would reveal its id letter by letter.
 */
export function ofScope({ projects }: Scope, parameters: Parameters): string {
  if (projects.every(({ affids }) => affids === null)) return '';
  const parts = projects.map(({ id, affids }) => {
    const project = `project_id = ${parameters.add('Int64', id)}`;
    return affids
      ? `(${project} AND affid IN ${parameters.add('Array(String)', [...affids, ''])})`
      : project;
  });
  return ` AND (${parts.join(' OR ')})`;
}
