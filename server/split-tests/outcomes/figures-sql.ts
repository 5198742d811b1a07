import type { GoalType } from '#contract/split-tests/definition.ts';
import { Parameters } from '../../warehouse/parameters.ts';
import type { OutcomeQuestion } from './outcome-question.ts';
import { reportsSql } from './reports-sql.ts';
import { closings, unitKeys, unitsSql } from './units-sql.ts';

type Asked = { sql: string; parameters: Parameters['values'] };

/** What a goal adds up over units and by what it is divided, of a unit with `orders`, `worth`, `paid` and `clicks`. */
const goalValue: Record<GoalType, { top: string; bottom: string }> = {
  conversion_rate: { top: 'toFloat64(orders > 0)', bottom: 'toFloat64(1)' },
  revenue_per_unit: { top: 'kept', bottom: 'toFloat64(1)' },
  epc: { top: 'kept', bottom: 'clicks' },
  aov: { top: 'kept', bottom: 'toFloat64(orders)' },
  profit_per_click: { top: 'kept - toFloat64(paid)', bottom: 'clicks' },
};

/**
 * The units in two readings: those whose outcome is frozen, as it was then, and all, as they are now. A report belongs
 * to the unit of its credited click, else to that of its visitor.
 */
function readingsSql(question: OutcomeQuestion, parameters: Parameters): string {
  const { closes, freezes } = closings(question, parameters);
  const asOf = parameters.millisecond(question.asOf);
  return `
WITH units AS (${unitsSql(question, parameters)}),
keys AS (
  SELECT unit, shown_at, ${closes} AS closes_at, ${freezes} AS freezes_at, arrayJoin(${unitKeys(question)}) AS key
  FROM units),
owned AS (
  SELECT report, version, any(known_at) AS known, any(counts) AS is_counted, any(worth) AS its_worth, any(paid) AS its_paid,
    argMin((unit, freezes_at), (key.1 = 'visitor', shown_at)) AS owner
  FROM keys
  INNER JOIN (
    SELECT *, arrayJoin([('click', click_id), ('visitor', visitor_id)]) AS key
    FROM (${reportsSql(question, parameters)})
  ) AS reported USING (key)
  WHERE happened_at >= shown_at AND happened_at <= closes_at
  GROUP BY report, version),
latest AS (
  SELECT owner.1 AS unit, report, countIf(known <= owner.2) > 0 AS was_known,
    argMaxIf((is_counted, its_worth, its_paid), (version, known), known <= owner.2) AS frozen,
    argMax((is_counted, its_worth, its_paid), (version, known)) AS present
  FROM owned
  GROUP BY unit, report),
outcomes AS (
  SELECT unit,
    countIf(was_known AND frozen.1) AS frozen_orders,
    sumIf(frozen.2, was_known AND frozen.1) AS frozen_worth,
    sumIf(frozen.3, was_known AND frozen.1) AS frozen_paid,
    countIf(present.1) AS present_orders,
    sumIf(present.2, present.1) AS present_worth,
    sumIf(present.3, present.1) AS present_paid
  FROM latest
  GROUP BY unit),
readings AS (
  SELECT variant, variants, toFloat64(greatest(length(clicks), 1)) AS clicks, reading,
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

/** The cap of a test's values, and of how many units: that of 99.5 % of the frozen units that brought anything. */
export function capSql(question: OutcomeQuestion): Asked {
  const parameters = new Parameters();
  const sql = `${readingsSql(question, parameters)}
SELECT toString(quantileExactLow(0.995)(worth)), toString(count()) FROM readings WHERE reading = 'frozen' AND worth > 0`;
  return { sql, parameters: parameters.values };
}
