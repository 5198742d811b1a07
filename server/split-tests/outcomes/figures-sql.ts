import type { GoalType } from '#contract/split-tests/definition.ts';
import { Parameters } from '../../warehouse/parameters.ts';
import type { OutcomeQuestion } from './outcome-question.ts';
import { reportsSql } from './reports-sql.ts';
import { clicksUntil, closings, namedUnitsSql, unitKeys, unitsSql } from './units-sql.ts';

type Asked = { sql: string; parameters: Parameters['values'] };

/** What a goal adds up over units and by what it is divided, of a unit with `orders`, `worth`, `paid` and clicks. */
const goalValue: Record<GoalType, { top: string; bottom: string }> = {
  conversion_rate: { top: 'toFloat64(orders > 0)', bottom: 'toFloat64(1)' },
  revenue_per_unit: { top: 'kept', bottom: 'toFloat64(1)' },
  epc: { top: 'kept', bottom: 'clicks_until' },
  aov: { top: 'kept', bottom: 'toFloat64(orders)' },
  profit_per_click: { top: 'kept - toFloat64(paid)', bottom: 'clicks_until' },
};

/**
 * The units in two readings: those whose outcome is frozen, as it was then, and all, as they are now. A report belongs
 * to the unit of its credited click, else to that of its visitor; in the frozen reading as far as that was known when
 * the unit was frozen, so that nothing that arrives later moves it. `ofNamed` leaves out the units that no report
 * names.
 */
function readingsSql(
  question: OutcomeQuestion,
  parameters: Parameters,
  { ofNamed = false } = {},
): string {
  const { closes, freezes } = closings(question, parameters);
  const asOf = parameters.millisecond(question.asOf);
  const first = (claims: string) => `arraySort(one -> (one.1, one.2, one.3), ${claims})[1].3`;
  const reports = reportsSql(question, parameters);
  const withClicks = goalValue[question.goal].bottom === 'clicks_until';
  const only = namedUnitsSql(question, parameters, reports);
  const clicks = (until: string) => (withClicks ? clicksUntil(closes, until) : 'toFloat64(1)');
  return `
WITH units AS (${unitsSql(question, parameters, ofNamed ? { withClicks, only } : { withClicks })}),
keys AS (
  SELECT unit, shown_at, ${closes} AS closes_at, ${freezes} AS freezes_at, arrayJoin(${unitKeys(question)}) AS named,
    (named.1, named.2) AS key
  FROM (${unitsSql(question, parameters, { withClicks: true, only })})),
reports AS (
  SELECT *, if(count() OVER later = 0, toDateTime64('2200-01-01', 3, 'UTC'), min(known_at) OVER later) AS replaced_at
  FROM (${reports})
  WINDOW later AS (PARTITION BY report ORDER BY version, known_at ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING)),
claimed AS (
  SELECT report, version, known_at, replaced_at, any(counts) AS is_counted, any(worth) AS its_worth, any(paid) AS its_paid,
    groupArray((key.1 = 'visitor', shown_at, unit, freezes_at, named.3)) AS claims
  FROM keys
  INNER JOIN (SELECT *, arrayJoin([('click', click_id), ('visitor', visitor_id)]) AS key FROM reports) AS reported USING (key)
  WHERE happened_at >= shown_at AND happened_at <= closes_at
  GROUP BY report, version, known_at, replaced_at),
judged AS (
  SELECT claimant.1 AS unit, its_worth, its_paid,
    is_counted AND known_at <= claimant.2 AND claimant.2 < replaced_at
      AND ${first('arrayFilter(one -> one.5 <= claimant.2, claims)')} = unit AS in_frozen,
    is_counted AND ${asOf} < replaced_at AND ${first('claims')} = unit AS in_present
  FROM (SELECT *, arrayJoin(arrayDistinct(arrayMap(one -> (one.3, one.4), claims))) AS claimant FROM claimed)),
outcomes AS (
  SELECT unit,
    countIf(in_frozen) AS frozen_orders,
    sumIf(its_worth, in_frozen) AS frozen_worth,
    sumIf(its_paid, in_frozen) AS frozen_paid,
    countIf(in_present) AS present_orders,
    sumIf(its_worth, in_present) AS present_worth,
    sumIf(its_paid, in_present) AS present_paid
  FROM judged
  GROUP BY unit),
readings AS (
  SELECT variant, variants, reading,
    if(reading = 'frozen', ${clicks(freezes)}, ${clicks(asOf)}) AS clicks_until,
    if(reading = 'frozen', frozen_orders, present_orders) AS orders,
    if(reading = 'frozen', frozen_worth, present_worth) AS worth,
    if(reading = 'frozen', frozen_paid, present_paid) AS paid
  FROM units
  LEFT JOIN outcomes USING (unit)
  ARRAY JOIN if(${freezes} <= ${asOf}, ['frozen', 'present'], ['present']) AS reading)`;
}

/** The figures of each variant in both readings, as text: see {@link readFigures}. */
export function figuresSql(question: OutcomeQuestion): Asked {
  const parameters = new Parameters();
  const readings = readingsSql(question, parameters);
  const worth = 'toFloat64(worth)';
  const kept =
    question.cap === null
      ? worth
      : `least(${worth}, toFloat64(${parameters.add('String', question.cap)}))`;
  const { top, bottom } = goalValue[question.goal];
  const sql = `${readings}
SELECT toString(variant), reading, toString(count()), toString(countIf(orders > 0)), toString(sum(worth)),
  toString(countIf(variants > 1)), toString(sum(top)), toString(sum(top * top)), toString(sum(bottom)),
  toString(sum(bottom * bottom)), toString(sum(top * bottom))
FROM (SELECT *, ${kept} AS kept, ${top} AS top, ${bottom} AS bottom FROM readings)
GROUP BY variant, reading
ORDER BY variant, reading`;
  return { sql, parameters: parameters.values };
}

/**
 * By variant how many units have converted at their freeze; for the variant '' the value that 99.5 % of those that
 * brought anything do not exceed, and how many these are.
 */
export function capSql(question: OutcomeQuestion): Asked {
  const parameters = new Parameters();
  const sql = `${readingsSql(question, parameters, { ofNamed: true })}
SELECT toString(variant), toString(countIf(orders > 0)), toString(countIf(worth > 0)),
  toString(quantileExactLowIf(0.995)(worth, worth > 0))
FROM readings
WHERE reading = 'frozen'
GROUP BY GROUPING SETS ((variant), ())`;
  return { sql, parameters: parameters.values };
}
