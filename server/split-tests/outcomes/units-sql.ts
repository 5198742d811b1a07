import { graceHours } from '#contract/split-tests/gate-limits.ts';
import type { Parameters } from '../../warehouse/parameters.ts';
import type { OutcomeQuestion } from './outcome-question.ts';

type Wanted = {
  /** Whether each unit comes with its clicks. */
  withClicks: boolean;
  /** A statement with the ids of the only units that are wanted. */
  only?: string;
};

/**
 * The units of a test, one row each: the variant that reached the server first and when it was shown. What arrives
 * later never changes either.
 */
export function unitsSql(
  question: OutcomeQuestion,
  parameters: Parameters,
  { withClicks, only }: Wanted,
): string {
  const id = idOf(question);
  return `
    SELECT ${id} AS unit, argMin((test_variant, event_time), (ingested_at, event_uid)) AS first, first.1 AS variant,
      first.2 AS shown_at, uniqExact(test_variant) AS variants, min(ingested_at) AS arrived_at,
      ${withClicks ? 'groupArray((click_id, event_time, ingested_at))' : 'emptyArrayString()'} AS clicks
    FROM events
    WHERE ${exposures(question, parameters)}${only === undefined ? '' : ` AND ${id} IN (${only})`}
    GROUP BY unit`;
}

/** The ids of the units that some report of a goal names, which are few of them. */
export function namedUnitsSql(
  question: OutcomeQuestion,
  parameters: Parameters,
  reports: string,
): string {
  const named = (id: string) => `${id} IN (SELECT ${id} FROM (${reports}) WHERE ${id} != '')`;
  const isNamed =
    question.unit === 'visitor'
      ? `(${named('click_id')} OR ${named('visitor_id')})`
      : named('click_id');
  return `SELECT ${idOf(question)} FROM events WHERE ${exposures(question, parameters)} AND ${isNamed}`;
}

const idOf = ({ unit }: OutcomeQuestion) => (unit === 'visitor' ? 'visitor_id' : 'click_id');

function exposures(question: OutcomeQuestion, parameters: Parameters): string {
  const { project, test, startedAt, asOf } = question;
  return `project_id = ${parameters.add('UInt64', project)} AND event_name = 'experiment_exposure' AND left_out = 0
      AND test_id = ${parameters.add('String', test)} AND ${idOf(question)} != ''
      AND event_time >= ${parameters.millisecond(startedAt)} AND ingested_at <= ${parameters.millisecond(asOf)}`;
}

/** By which ids reports name a unit, and since when: each of its clicks, and the visitor where the unit is one. */
export const unitKeys = ({ unit }: OutcomeQuestion): string => {
  const clicks = `arrayMap(one -> ('click', one.1, one.3), arrayFilter(one -> one.1 != '', clicks))`;
  return unit === 'visitor' ? `arrayPushBack(${clicks}, ('visitor', unit, arrived_at))` : clicks;
};

/** The clicks of a unit within its window that had arrived at a time. */
export const clicksUntil = (
  closes: string,
  time: string,
): string => `if(length(clicks) < 2, toFloat64(1), toFloat64(greatest(1, length(arrayDistinct(
      arrayMap(one -> one.1, arrayFilter(one -> one.2 <= ${closes} AND one.3 <= ${time}, clicks)))))))`;

/** When the window of a unit closes, and when its outcome is frozen. */
export function closings({ windowHours }: OutcomeQuestion, parameters: Parameters) {
  const closes = `shown_at + toIntervalHour(${parameters.add('UInt64', windowHours)})`;
  return { closes, freezes: `${closes} + toIntervalHour(${graceHours})` };
}
