import type { FigureRows, FigureRowsQuery } from '#contract/analytics/figure-rows.ts';
import { invalid } from '../../platform/refusal.ts';
import { Parameters } from '../../warehouse/parameters.ts';
import { countEvents, noFunnel, stepName, stepsTo } from '../reports/funnel-analysis-data.ts';
import { funnelStepsSql, stepMoment, trackedEvents } from '../reports/funnel-steps.ts';
import type { Report } from '../reports/report.ts';
import type { AnalyticsReader } from '../runner/analytics-reader.ts';
import { rawEvents } from '../runner/raw-event-query.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { filtersOf, rowsOf } from './figure-rows.ts';
import { asText, isAfter, rowFieldNames, rowListOf } from './row-pages.ts';
import { hashOf } from './row-source.ts';

const kinds = ['users', 'left', 'events'] as const;
type Kind = (typeof kinds)[number];
/** A figure of a funnel step, named by the step's event. */
export type FunnelFigure = { kind: Kind; step: string };

/** `funnel_users_add_to_cart`, `funnel_left_goal`: the figure and its step; null for a figure that is no funnel's. */
export function funnelFigureIn(figure: string, primary: string): FunnelFigure | null {
  const [, named, step = ''] = /^funnel_([a-z]+)_(\w+)$/.exec(figure) ?? [];
  const kind = kinds.find((one) => one === named);
  if (!kind) return null;
  const event = step === 'goal' ? primary : step;
  if (!stepsTo(primary).includes(event)) throw invalid('figure', `"${step}" is no step here.`);
  return { kind, step: event };
}

/** The people who reached a step, who left before the next one, or the events of the step. */
export async function funnelRows(
  report: Report,
  query: FigureRowsQuery,
  {
    analytics,
    ...request
  }: FunnelFigure & { analytics: AnalyticsReader; primary: string; minutes: number },
): Promise<FigureRows> {
  const { resolved } = report;
  const { select } = analytics;
  const { from, to } = resolved.window;
  const after = query.cursor === undefined ? null : decodeCursor(query.cursor);
  const parameters = new Parameters();
  const { places, described } = await sourceOf(report, { ...request, analytics }, parameters);
  const next = `SELECT * FROM (${places})
${after ? `WHERE ${isAfter(after, parameters)}` : ''}
ORDER BY time DESC, key DESC
LIMIT ${parameters.add('UInt64', query.limit + 1)}`;
  const rows = `SELECT ${rowFieldNames.map(asText).join(', ')} FROM (${described(next)})
ORDER BY time DESC, key DESC`;
  const [listed, [[total] = []], filters] = await Promise.all([
    select({ sql: rows, parameters: parameters.values }),
    select({ sql: `SELECT toString(count()) FROM (${places})`, parameters: parameters.values }),
    filtersOf(report, query, analytics),
  ]);
  const page = listed.slice(0, query.limit).map(rowListOf);
  const last = page.at(-1);
  const value = total ?? '0';
  return {
    figure: {
      name: query.figure,
      unit: 'count',
      value,
      additive: request.kind === 'events',
      ...wordsOf(request),
    },
    adds: request.kind === 'events' ? 'amounts' : 'people',
    parts: [],
    window: { from: from.toISOString(), to: to.toISOString(), timezone: resolved.timezone },
    filters,
    rows: await rowsOf(page, report, analytics),
    next_cursor:
      last && listed.length > query.limit
        ? encodeCursor({ time: Number(last.time), key: last.key })
        : null,
    total_rows: Number(value),
    sum: value,
    excluded: [],
  };
}

type FunnelRequest = FunnelFigure & {
  analytics: AnalyticsReader;
  primary: string;
  minutes: number;
};

const once = 'toDecimal128(1, 10) AS credit, toDecimal128(1, 10) AS amount';

type Source = {
  /** All rows, with the columns that order them. */
  places: string;
  /** The full columns of some of these rows. */
  described(places: string): string;
};

/**
 * Both as SQL behind FROM. The steps are those the funnel shows: a step without events is left out, unless it was asked
 * for.
 */
async function sourceOf(
  report: Report,
  { kind, step, primary, minutes, analytics }: FunnelRequest,
  parameters: Parameters,
): Promise<Source> {
  const { model, resolved } = report;
  const { window } = resolved;
  if (kind === 'events') {
    const places = `SELECT 'event' AS kind, event_uid AS id, toString(side) AS side, click_id AS label,
  toString(${model.cube}.affid) AS affid, toString(${model.cube}.campaign_id) AS campaign_id,
  toString(${model.cube}.country) AS country, ${hashOf('event_uid')} AS key, project_id,
  toInt64(toUnixTimestamp64Milli(event_time)) AS time, toUInt64(1) AS events, ${once}
FROM ${rawEvents(model, resolved, [window], parameters)} AND event_name = ${parameters.add('String', step)}`;
    return { places, described: (some) => some };
  }
  const wanted = stepsTo(primary);
  const [events = noFunnel] = await countEvents(report, [window], wanted, analytics.select);
  const steps = wanted.filter((name) => name === step || (events.get(name) ?? 0) > 0);
  const index = steps.indexOf(step);
  /** A person who left before a step reached the step before it. */
  const at = Math.max(kind === 'left' ? index - 1 : index, 0);
  const reached = kind === 'left' ? `level = ${index} AND level > 0` : `level > ${index}`;
  const way = { window, minutes, goal: primary, steps };
  const places = `SELECT person, ${hashOf('person')} AS key, ${stepMoment('first', way, parameters)} AS time
FROM (${funnelStepsSql(report, way, parameters)})
ARRAY JOIN people AS person, levels AS level, first${at} AS first
WHERE ${reached}`;
  const of = (name: string) => `argMax(toString(${model.cube}.${name}), event_time) AS its_${name}`;
  const taken = `countIf(event_name = ${parameters.add('String', steps[at] ?? step)}) AS taken`;
  const described = (
    some: string,
  ) => `SELECT 'person' AS kind, toString(person) AS id, '' AS side, '' AS label,
  its_affid AS affid, its_campaign_id AS campaign_id, its_country AS country, key, its_project AS project_id, time,
  toUInt64(taken) AS events, ${once}
FROM (
  SELECT visitor_key AS person, any(project_id) AS its_project, ${['affid', 'campaign_id', 'country'].map(of).join(', ')},
    ${taken}
  FROM ${trackedEvents(report, way, parameters)}
  GROUP BY visitor_key) AS their
INNER JOIN (${some}) AS some USING (person)`;
  return { places, described };
}

function wordsOf({ kind, step }: FunnelFigure) {
  const name = stepName(step);
  if (kind === 'events') {
    return {
      title: `${name}, events`,
      description: 'How often the event happened, for all people and in any order.',
      formula: 'events of this name in the period, without bots and tests',
    };
  }
  return kind === 'users'
    ? {
        title: `${name}, people`,
        description: 'People who reached at least this step, each step after the one before it.',
        formula: 'people whose first step lies in the period, each step later than the one before',
      }
    : {
        title: `${name}, left before`,
        description: 'People who reached the step before and not this one.',
        formula: 'people at the step before − people at this step',
      };
}
