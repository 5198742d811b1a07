import type { GoalType, TestUnit } from '#contract/split-tests/definition.ts';
import type { Select } from '../../analytics/runner/query-runner.ts';
import { Parameters } from '../../warehouse/parameters.ts';

const DAY = 86_400_000;
/** How far back traffic is read. */
const days = 28;

export type BaselineQuestion = {
  project: number;
  unit: TestUnit;
  goal: GoalType;
  event: string;
  isPrimary: boolean;
  /** Only traffic of these offers, by the ids of links; null for all. */
  offers: readonly string[] | null;
  now: Date;
};

/** What the traffic of a project did before a test. */
export type Baseline = {
  dailyUnits: number;
  /** The goal's value per unit, click or order; null where nothing is known. */
  value: number | null;
  /** Its standard deviation over units; null for a rate. */
  deviation: number | null;
  /** Events of the goal in the last 7 days. */
  recentGoals: number;
  /** Conversions for each unit; null without units. */
  conversionsPerUnit: number | null;
};

/** Reads the last 28 days: units, and what the goal brought per unit. */
export async function readBaseline(select: Select, question: BaselineQuestion): Promise<Baseline> {
  const { goal } = question;
  const [traffic] = await select(trafficSql(question));
  const [goals] = await select(goalsSql(question));
  const [unitDays = 0, units = 0] = (traffic ?? []).map(Number);
  const [orders = 0, worth = 0, squares = 0, paid = 0, recent = 0] = (goals ?? []).map(Number);
  const base = {
    dailyUnits: unitDays / days,
    recentGoals: recent,
    conversionsPerUnit: units === 0 ? null : orders / units,
  };
  const per = goal === 'aov' ? orders : units;
  if (per === 0) return { ...base, value: null, deviation: null };
  if (goal === 'conversion_rate') {
    return { ...base, value: Math.min(1, orders / units), deviation: null };
  }
  const value = (goal === 'profit_per_click' ? worth - paid : worth) / per;
  const variance = squares / per - (worth / per) ** 2;
  return { ...base, value, deviation: Math.sqrt(Math.max(0, variance)) };
}

function since({ now }: BaselineQuestion, parameters: Parameters, back = days): string {
  return `event_time >= ${parameters.millisecond(new Date(now.getTime() - back * DAY))}
    AND event_time < ${parameters.millisecond(now)}`;
}

const ofOffers = ({ offers }: BaselineQuestion, parameters: Parameters): string =>
  offers === null ? '' : ` AND offer_id IN ${parameters.add('Array(String)', offers)}`;

/** Units of a day, added up over the days, and units altogether. */
function trafficSql(question: BaselineQuestion) {
  const parameters = new Parameters();
  const { project, unit } = question;
  const [id, isCounted] =
    unit === 'click'
      ? ['click_id', "event_name = 'click' AND is_twin = 0"]
      : ['visitor_id', "event_name IN ('click', 'page_view') AND visitor_id != ''"];
  const sql = `
SELECT toString(uniqExact(toDate(event_time), ${id})), toString(uniqExact(${id}))
FROM events
WHERE project_id = ${parameters.add('UInt64', project)} AND ${isCounted} AND left_out = 0
  AND ${since(question, parameters)}${ofOffers(question, parameters)}`;
  return { sql, parameters: parameters.values };
}

function goalsSql(question: BaselineQuestion) {
  const parameters = new Parameters();
  const { project, event, isPrimary } = question;
  const place = `project_id = ${parameters.add('UInt64', project)}`;
  const source = isPrimary
    ? `conversions FINAL WHERE ${place} AND record = 'conversion' AND side = 'server' AND excluded_reason = ''`
    : `events WHERE ${place} AND event_name = ${parameters.add('String', event)} AND left_out = 0`;
  const paid = isPrimary ? 'payout' : 'toDecimal64(0, 4)';
  const recent = parameters.millisecond(new Date(question.now.getTime() - 7 * DAY));
  const sql = `
SELECT toString(count()), toString(sum(worth)), toString(sum(toFloat64(worth) * toFloat64(worth))), toString(sum(paid)),
  toString(countIf(happened_at >= ${recent}))
FROM (
  SELECT value AS worth, ${paid} AS paid, event_time AS happened_at
  FROM ${source} AND ${since(question, parameters)}${ofOffers(question, parameters)})`;
  return { sql, parameters: parameters.values };
}
