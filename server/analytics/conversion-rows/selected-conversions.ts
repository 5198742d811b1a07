import { reportQuerySchema } from '#contract/analytics/report-query.ts';
import {
  type ConversionFilter,
  type ConversionSelection,
  pairings,
} from '#contract/conversions/query.ts';
import type { Scope } from '../../access/scope.ts';
import { asKnownAt } from '../compiler/as-of.ts';
import type { Model } from '../compiler/model.ts';
import type { Parameters } from '../compiler/parameters.ts';
import { conditionsOf } from '../compiler/predicates.ts';
import { type Inquiry, inquiryOf } from '../runner/report-inquiry.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** How far apart the two sides of a conversion can lie. */
export const APART = 2 * DAY;

export type Chosen = {
  inquiry: Inquiry;
  filter: Partial<ConversionFilter>;
  projects: readonly number[];
};

/** Which conversions somebody asked for, by the rules of the dashboard's own calls. */
export function chosenBy(
  filter: ConversionSelection & Partial<ConversionFilter>,
  scope: Scope,
  now: Date,
): Chosen {
  const usual = reportQuerySchema.parse({ affiliate_id: 'all', timezone: 'UTC' });
  const inquiry = inquiryOf({ ...usual, ...filter }, scope, now);
  return { inquiry, filter, projects: scope.projects.map(({ id }) => id) };
}

export type Span = { from: Date; to: Date };

/**
 * The conversions that were asked for within a span, one row each: the server's where there is one, else the
 * browser's. Everything from FROM on, to be narrowed further with AND.
 */
export function conversionsIn(
  model: Model,
  chosen: Chosen,
  span: Span,
  parameters: Parameters,
): string {
  const { inquiry, filter } = chosen;
  const { where } = conditionsOf(model, inquiry.filters, parameters);
  const conditions = [
    inquiry.asOf ? "(side = 'server' OR paired = 0)" : 'is_lead = 1',
    ...where,
    ...narrowing(filter, parameters),
  ];
  const found = filter.search ? ` AND ${searching(filter.search, chosen, span, parameters)}` : '';
  const columns = inquiry.asOf
    ? '*, toStartOfHour(event_time) AS event_hour'
    : '*, event_hour, is_lead';
  return `FROM (SELECT ${columns} ${sidesIn(chosen, span, parameters)}${found}) AS ${model.cube}
WHERE ${conditions.join(' AND ')}`;
}

/** Every side that lies in a span, as it is or as it was known. */
export function sidesIn(
  { inquiry, projects }: Pick<Chosen, 'inquiry' | 'projects'>,
  span: Span,
  parameters: Parameters,
): string {
  const sides = `FROM conversions FINAL
  WHERE ${among(projects, parameters)} AND ${(inquiry.asOf ? timesIn : hoursIn)(span, parameters)}`;
  return inquiry.asOf ? asKnownAt(sides, inquiry.asOf, parameters) : sides;
}

/** One project is compared with, not looked up. */
const among = ([first, ...more]: readonly number[], parameters: Parameters): string =>
  first !== undefined && more.length === 0
    ? `project_id = ${parameters.add('Int64', first)}`
    : `project_id IN ${parameters.add('Array(UInt32)', first === undefined ? [] : [first, ...more])}`;

const timesIn = ({ from, to }: Span, parameters: Parameters): string =>
  `event_time >= ${parameters.millisecond(from)} AND event_time < ${parameters.millisecond(to)}`;

/**
 * Times say only to the key what can be left out; each row is asked for its hour, and for its time only at a broken
 * end.
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
 * The beginning of an id that either side knows, or knew before it changed: versions are not told apart here, which
 * takes a tenth of the time. A side knows the order id of its first report alone; what reports after it brought is
 * looked up among the events of those that were reported more than once.
 */
function searching(
  search: string,
  { inquiry, projects }: Chosen,
  { from, to }: Span,
  parameters: Parameters,
): string {
  const text = parameters.add('String', search);
  const [earliest, latest] = [from.getTime() - APART, to.getTime() + APART].map((time) =>
    parameters.millisecond(new Date(time)),
  );
  const near = `project_id IN ${parameters.add('Array(UInt32)', projects)}
      AND event_time >= ${earliest} AND event_time < ${latest}`;
  const table = inquiry.asOf ? 'conversion_versions' : 'conversions';
  const ids = ['conversion_id', 'order_id', 'event_id', 'click_id']
    .map((column) => `startsWith(${column}, ${text})`)
    .join(' OR ');
  return `(conversion_id IN (SELECT conversion_id FROM ${table} WHERE ${near} AND (${ids}))
    OR conversion_id IN (
    SELECT conversion_id
    FROM (
      SELECT conversion_id, arrayJoin(event_uids) AS event_uid
      FROM ${table} WHERE ${near} AND length(event_uids) > 1)
    WHERE event_uid IN (
      SELECT event_uid FROM events WHERE ${near} AND left_out = 0 AND startsWith(order_id, ${text}))))`;
}
