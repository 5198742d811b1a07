import type { Parameters } from '../../warehouse/parameters.ts';
import type { OutcomeQuestion } from './outcome-question.ts';

/**
 * What was reported of the goal, each version of it: when it became known, whether it counts, and the ids of its click
 * and visitor. Conversions come as the model counts them, on the server's side; other events as they arrived.
 */
export function reportsSql(question: OutcomeQuestion, parameters: Parameters): string {
  return question.isPrimary
    ? conversionVersions(question, parameters)
    : plainEvents(question, parameters);
}

function conversionVersions(
  { project, startedAt, asOf }: OutcomeQuestion,
  parameters: Parameters,
): string {
  return `
    SELECT conversion_id AS report, version, known_at, event_time AS happened_at,
      deleted = 0 AND excluded_reason = '' AS counts, value AS worth, payout AS paid, click_id, visitor_id
    FROM conversion_versions
    WHERE project_id = ${parameters.add('UInt64', project)} AND record = 'conversion' AND side = 'server'
      AND event_time >= ${parameters.millisecond(startedAt)} AND known_at <= ${parameters.millisecond(asOf)}`;
}

function plainEvents(
  { project, event, startedAt, asOf }: OutcomeQuestion,
  parameters: Parameters,
): string {
  return `
    SELECT if(event_id != '', event_id, if(order_id != '', order_id, event_uid)) AS report, toUInt64(0) AS version,
      ingested_at AS known_at, event_time AS happened_at, true AS counts, value AS worth, toDecimal64(0, 4) AS paid,
      click_id, visitor_id
    FROM events
    WHERE project_id = ${parameters.add('UInt64', project)} AND event_name = ${parameters.add('String', event)}
      AND left_out = 0
      AND event_time >= ${parameters.millisecond(startedAt)} AND ingested_at <= ${parameters.millisecond(asOf)}`;
}
