import type { FigureRows, FigureRowsQuery } from '#contract/analytics/figure-rows.ts';
import { invalid } from '../../platform/refusal.ts';
import { Parameters } from '../compiler/parameters.ts';
import { countEvents, nothing, stepName, stepsTo } from '../reports/funnel-analysis-data.ts';
import { followedOf, momentOf, wayOf } from '../reports/funnel-steps.ts';
import type { Report } from '../reports/report.ts';
import { eventsOf } from '../runner/raw-event-query.ts';
import type { Reading } from '../runner/readings.ts';
import { cursorAt, placeOf } from './cursor.ts';
import { filtersOf, rowsOf } from './figure-rows.ts';
import { asText, isAfter, listedNames, listedOf } from './row-pages.ts';
import { hashOf } from './row-source.ts';

const kinds = ['users', 'left', 'events'] as const;
type Kind = (typeof kinds)[number];
/** A figure of a step of the funnel, by the step's event. */
export type FunnelFigure = { kind: Kind; step: string };

/** `funnel_users_add_to_cart`, `funnel_left_goal`: which figure of which step this is; null where it is another. */
export function funnelFigureIn(figure: string, primary: string): FunnelFigure | null {
  const [, named, step = ''] = /^funnel_([a-z]+)_(\w+)$/.exec(figure) ?? [];
  const kind = kinds.find((one) => one === named);
  if (!kind) return null;
  const event = step === 'goal' ? primary : step;
  if (!stepsTo(primary).includes(event)) throw invalid('figure', `"${step}" is no step here.`);
  return { kind, step: event };
}

/** Who came to a step of the funnel, who left it before the next, or the events that took it. */
export async function funnelRows(
  report: Report,
  query: FigureRowsQuery,
  { reading, ...asked }: FunnelFigure & { reading: Reading; primary: string; minutes: number },
): Promise<FigureRows> {
  const { inquiry } = report;
  const { select } = reading;
  const { from, to } = inquiry.window;
  const after = query.cursor === undefined ? null : placeOf(query.cursor);
  const parameters = new Parameters();
  const { places, described } = await sourceOf(report, { ...asked, reading }, parameters);
  const next = `SELECT * FROM (${places})
${after ? `WHERE ${isAfter(after, parameters)}` : ''}
ORDER BY time DESC, key DESC
LIMIT ${parameters.add('UInt64', query.limit + 1)}`;
  const rows = `SELECT ${listedNames.map(asText).join(', ')} FROM (${described(next)})
ORDER BY time DESC, key DESC`;
  const [listed, [[total] = []], filters] = await Promise.all([
    select({ sql: rows, parameters: parameters.values }),
    select({ sql: `SELECT toString(count()) FROM (${places})`, parameters: parameters.values }),
    filtersOf(report, query, reading),
  ]);
  const page = listed.slice(0, query.limit).map(listedOf);
  const last = page.at(-1);
  const value = total ?? '0';
  return {
    figure: {
      name: query.figure,
      unit: 'count',
      value,
      additive: asked.kind === 'events',
      ...wordsOf(asked),
    },
    adds: asked.kind === 'events' ? 'amounts' : 'people',
    parts: [],
    window: { from: from.toISOString(), to: to.toISOString(), timezone: inquiry.timezone },
    filters,
    rows: await rowsOf(page, report, reading),
    next_cursor:
      last && listed.length > query.limit
        ? cursorAt({ time: Number(last.time), key: last.key })
        : null,
    total_rows: Number(value),
    sum: value,
    excluded: [],
  };
}

type Asked = FunnelFigure & { reading: Reading; primary: string; minutes: number };

const once = 'toDecimal128(1, 10) AS credit, toDecimal128(1, 10) AS amount';

type Source = {
  /** Every row, with what orders rows. */
  places: string;
  /** The whole rows of some of these. */
  described(places: string): string;
};

/**
 * Both as what stands behind FROM. The steps are those that the funnel shows: what nobody did is none, unless it was
 * asked for.
 */
async function sourceOf(
  report: Report,
  { kind, step, primary, minutes, reading }: Asked,
  parameters: Parameters,
): Promise<Source> {
  const { model, inquiry } = report;
  const { window } = inquiry;
  if (kind === 'events') {
    const places = `SELECT 'event' AS kind, event_uid AS id, toString(side) AS side, click_id AS label,
  toString(${model.cube}.affid) AS affid, toString(${model.cube}.campaign_id) AS campaign_id,
  toString(${model.cube}.country) AS country, ${hashOf('event_uid')} AS key, project_id,
  toInt64(toUnixTimestamp64Milli(event_time)) AS time, toUInt64(1) AS events, ${once}
FROM ${eventsOf(model, inquiry, [window], parameters)} AND event_name = ${parameters.add('String', step)}`;
    return { places, described: (some) => some };
  }
  const wanted = stepsTo(primary);
  const [events = nothing] = await countEvents(report, [window], wanted, reading.select);
  const steps = wanted.filter((name) => name === step || (events.get(name) ?? 0) > 0);
  const index = steps.indexOf(step);
  /** Who left a step took the one before it last. */
  const at = Math.max(kind === 'left' ? index - 1 : index, 0);
  const reached = kind === 'left' ? `level = ${index} AND level > 0` : `level > ${index}`;
  const way = { window, minutes, goal: primary, steps };
  const places = `SELECT person, ${hashOf('person')} AS key, ${momentOf('first', way, parameters)} AS time
FROM (${wayOf(report, way, parameters)})
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
  FROM ${followedOf(report, way, parameters)}
  GROUP BY visitor_key) AS their
INNER JOIN (${some}) AS some USING (person)`;
  return { places, described };
}

function wordsOf({ kind, step }: FunnelFigure) {
  const name = stepName(step);
  if (kind === 'events') {
    return {
      title: `${name}, events`,
      description: 'How often the step was taken, by anybody and in any order.',
      formula: 'events of this name in the period, without bots and tests',
    };
  }
  return kind === 'users'
    ? {
        title: `${name}, people`,
        description: 'Who came at least to this step: each step after the one before it.',
        formula: 'people whose first step lies in the period, each step later than the one before',
      }
    : {
        title: `${name}, left before`,
        description: 'Who came to the step before and not to this one.',
        formula: 'people at the step before − people at this step',
      };
}
