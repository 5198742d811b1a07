import type { Clock, Model as CreditModel } from '#contract/analytics/attribution.ts';
import {
  claimDimensions,
  clickDimensions,
  placeDimensions,
} from '#contract/analytics/dimensions.ts';
import { inAnyWindow } from '../../warehouse/window-sql.ts';
import { type Arm, isLiteral, type ScanLimits } from '../rewriting/union-arms.ts';
import { cumulativeShares } from './credit-weights.ts';

const DAY = 86_400_000;
/** The most days between the two sides of a conversion; clicks are counted back from the server's side. */
const MAX_SIDE_GAP = 2;

export type Crediting = {
  /** The credit models whose shares are computed side by side. */
  models: readonly CreditModel[];
  lookbackDays: number;
  clock: Clock;
  /** Leaves out touches that were ingested later. */
  asOf?: Date | undefined;
};

/**
 * The conversions of an arm, one row for each click before them; `partOf` gives the share of an amount that a row gets.
 */
export function creditedArm(arm: Arm, crediting: Crediting): Arm {
  const text = (name: string) => `toLowCardinality(touch.${name})`;
  const clicked = "if(c.is_earned, fromUnixTimestamp64Milli(touch.time, 'UTC'), c.event_time)";
  const columns = new Map<string, string>([
    ...[...arm.columns].map(
      ([name, expression]) => [name, isLiteral(expression) ? expression : `c.${name}`] as const,
    ),
    ['record', "if(c.excluded_reason = '', c.record, toLowCardinality('excluded'))"],
    ['event_time', crediting.clock === 'click' ? clicked : 'c.event_time'],
    ['clicked_time', clicked],
    ...clickDimensions.map((name) => [name, text(name)] as const),
    ...claimDimensions.map(
      (name) => [name, `if(c.is_earned, ${text(name)}, c.own_${name})`] as const,
    ),
    ...placeDimensions.map(
      (name) => [name, `if(c.own_${name} = '', ${text(name)}, c.own_${name})`] as const,
    ),
    ['country', `if(c.own_country = 'ZZ' AND c.is_earned, ${text('country')}, c.own_country)`],
    ['state', state],
    ['attributed', 'toUInt8(c.is_earned)'],
    ['has_hour', 'toUInt8(1)'],
    ['person', 'c.user_key'],
    ['touched', 'touched'],
  ]);
  return { ...arm, columns, alias: 'c', source: (reach) => sourceOf(reach, crediting) };
}

/** The difference between two cumulative shares, each rounded to four places, so that all parts add up to the whole. */
export const creditShare = (amount: string, model: CreditModel): string =>
  `toDecimal64(round(${amount} * upper_${model}, 4) - round(${amount} * lower_${model}, 4), 4)`;

export const creditIn = (model: CreditModel): string => `(upper_${model} - lower_${model})`;

/** A state counts only together with the country it was sent with. */
const state = `multiIf(
  c.own_state != '' AND (c.own_country != 'ZZ' OR touch.country IN ('', 'ZZ')), c.own_state,
  c.own_country = 'ZZ' OR c.own_country = touch.country, toLowCardinality(touch.state),
  toLowCardinality(''))`;

function sourceOf(reach: ScanLimits, { models, lookbackDays, clock, asOf }: Crediting): string {
  const { mentioned } = reach;
  const texts = [...clickDimensions, ...claimDimensions, ...placeDimensions].filter((name) =>
    mentioned.has(name),
  );
  if (mentioned.has('state')) texts.push('country');
  const fields = [
    'time Int64',
    'before Int64',
    'ingested Int64',
    'own UInt8',
    'direct UInt8',
    ...[...new Set(texts)].map((name) => `${name} String`),
  ];
  const known = asOf ? ` AND t.ingested <= ${asOf.getTime()}` : '';
  const uppers = models.map(
    (model) =>
      `arrayMap(u -> toDecimal128(u, 10) / 10000000000, ${cumulativeShares(model)}) AS uppers_${model}`,
  );
  const joined = models.map(
    (model) => `c.uppers_${model} AS upper_${model}, ${lowersOf(model)} AS lower_${model}`,
  );
  if (mentioned.has('touched')) joined.push('arrayEnumerate(c.parts) AS touched');
  const earning = models.map((model) => `${creditIn(model)} > 0`).join(' OR ');
  return `FROM (
    SELECT *, ${uppers.join(', ')}
    FROM (
      SELECT *, notEmpty(eligible) AS is_earned, greatest(length(eligible), 1) AS part_count,
        arrayResize(eligible, part_count) AS parts
      FROM (
        SELECT *, arrayFilter(t -> t.before <= ${lookbackDays * DAY}${known},
          JSONExtract(touches, 'Array(Tuple(${fields.join(', ')}))')) AS eligible
        FROM conversions FINAL
        WHERE ${canLieIn(reach, clock, lookbackDays)}
      )
    )
  ) AS c
  ARRAY JOIN c.parts AS touch, ${joined.join(', ')}
  WHERE ${earning}`;
}

const lowersOf = (model: CreditModel): string =>
  model === 'any_click'
    ? 'arrayWithConstant(c.part_count, toDecimal128(0, 10))'
    : `arrayPushFront(arrayPopBack(c.uppers_${model}), toDecimal128(0, 10))`;

/** Limits the rows to conversions that can lie in the window, so that the touches of others are not unpacked. */
function canLieIn({ projects, windows }: ScanLimits, clock: Clock, lookbackDays: number): string {
  const named = projects();
  const conditions = named === null ? [] : [`project_id IN ${named}`];
  if (windows.length > 0 && clock === 'conversion')
    conditions.push(inAnyWindow('event_time', windows));
  if (windows.length > 0 && clock === 'click') {
    const each = windows.map(({ from, to }) => {
      const earliest = `event_time + toIntervalDay(${MAX_SIDE_GAP}) >= ${from}`;
      const latest = `event_time - toIntervalDay(${lookbackDays + MAX_SIDE_GAP}) < ${to}`;
      return `(${earliest} AND ${latest})`;
    });
    conditions.push(`(record = 'refund' OR ${each.join(' OR ')})`);
  }
  return conditions.length > 0 ? conditions.join(' AND ') : '1';
}
