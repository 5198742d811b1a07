import type { Parameters } from '../../warehouse/parameters.ts';
import { graceHours, type OutcomeQuestion } from './outcome-question.ts';

/**
 * The units of a test, one row each: the variant that reached the server first and when it was shown. What arrives
 * later never changes either.
 */
export function unitsSql(question: OutcomeQuestion, parameters: Parameters): string {
  const { project, test, unit, startedAt, asOf } = question;
  const id = unit === 'visitor' ? 'visitor_id' : 'click_id';
  const arrival = '(ingested_at, event_uid)';
  return `
    SELECT ${id} AS unit, argMin(test_variant, ${arrival}) AS variant, argMin(event_time, ${arrival}) AS shown_at,
      uniqExact(test_variant) AS variants, min(ingested_at) AS arrived_at,
      groupArray((click_id, event_time, ingested_at)) AS clicks
    FROM events
    WHERE project_id = ${parameters.add('UInt64', project)} AND event_name = 'experiment_exposure' AND left_out = 0
      AND test_id = ${parameters.add('String', test)} AND ${id} != ''
      AND event_time >= ${parameters.millisecond(startedAt)} AND ingested_at <= ${parameters.millisecond(asOf)}
    GROUP BY unit`;
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
): string => `toFloat64(greatest(1, length(arrayDistinct(
      arrayMap(one -> one.1, arrayFilter(one -> one.2 <= ${closes} AND one.3 <= ${time}, clicks))))))`;

/** When the window of a unit closes, and when its outcome is frozen. */
export function closings({ windowHours }: OutcomeQuestion, parameters: Parameters) {
  const closes = `shown_at + toIntervalHour(${parameters.add('UInt64', windowHours)})`;
  return { closes, freezes: `${closes} + toIntervalHour(${graceHours})` };
}
