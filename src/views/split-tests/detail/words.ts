import type { GoalType, Guardrail, TestUnit } from '#contract/split-tests/definition.ts';
import type { Arm, TestResults } from '#contract/split-tests/results.ts';
import type { SplitTest } from '#contract/split-tests/schemas.ts';
import { chanceOf, lossOf, valueOfConversion } from '#model/split-test-detail.ts';
import {
  count,
  decimal,
  exactPercent,
  type Figure,
  fineMoney,
  moment,
  percent,
} from '../../kit/format.ts';
import { chanceText } from '../common/words.ts';

const space = '\u00a0';

/** A missing figure is named, so that it is not taken for 0. */
export const unknown = 'unknown';

const isKnown = (value: Figure): value is number =>
  value !== null && value !== undefined && Number.isFinite(value);

export const orUnknown = (value: Figure, write: (value: number) => string): string =>
  isKnown(value) ? write(value) : unknown;

export const instant = (at: string | null, zone: string): string =>
  at === null ? unknown : moment(at, zone);

/** What a value of a goal is counted for. */
const unitOf = (type: GoalType, unit: TestUnit): string => {
  if (type === 'aov') return 'order';
  if (type === 'epc' || type === 'profit_per_click') return 'click';
  return unit;
};

/** 1,204 visitors */
export const unitsText = (units: number, unit: TestUnit): string =>
  `${count(units)}${space}${unit}${units === 1 ? '' : 's'}`;

export const goalName = (type: GoalType, unit: TestUnit): string =>
  ({
    conversion_rate: 'Conversion rate',
    revenue_per_unit: `Revenue per ${unit}`,
    epc: 'Earnings per click',
    aov: 'Average order value',
    profit_per_click: 'Profit per click',
  })[type];

/** A goal's value: a share, or an amount with its currency. */
export const valueText = (value: Figure, type: GoalType, currency: string): string =>
  orUnknown(value, (known) =>
    type === 'conversion_rate'
      ? exactPercent(known)
      : `${fineMoney(known, currency)}${space}${currency}`,
  );

/** A difference of two values: percentage points, or an amount without its currency. */
export const differenceText = (value: Figure, type: GoalType, currency: string): string =>
  orUnknown(value, (known) =>
    type === 'conversion_rate' ? `${decimal(known * 100)}` : fineMoney(known, currency),
  );

const isRate = ({ goal }: Pick<SplitTest, 'goal'>): boolean => goal.type === 'conversion_rate';

/** 0.003 USD, in money also where the goal is a rate whose conversions bring money. */
export function lossText(
  test: Pick<SplitTest, 'goal' | 'unit'>,
  results: Pick<TestResults, 'variants' | 'currency'>,
  arm: Arm,
): string {
  const loss = lossOf(test, arm);
  if (loss === null) return unknown;
  if (!isRate(test)) return `${fineMoney(loss, results.currency)}${space}${results.currency}`;
  const worth = valueOfConversion(results);
  return worth === null
    ? `${decimal(loss * 1_000)} conversions per 1,000 ${test.unit}s`
    : `about ${fineMoney(loss * worth, results.currency)}${space}${results.currency}`;
}

/** “B earns 0.31 USD more per visitor (95 % interval 0.04 to 0.58)” */
export function differenceSentence(
  test: Pick<SplitTest, 'goal' | 'unit' | 'alpha'>,
  results: Pick<TestResults, 'variants' | 'currency'>,
  arm: Arm,
): string {
  const { type } = test.goal;
  const { currency } = results;
  const { difference = null, interval = null } = arm.comparison ?? {};
  if (difference === null) return `How ${arm.key} differs from the control is unknown`;
  const way = difference < 0 ? 'less' : 'more';
  const sign = difference < 0 ? -1 : 1;
  const size = differenceText(difference * sign, type, currency);
  const ends = interval && [interval.low * sign, interval.high * sign].sort((a, b) => a - b);
  const within = ends
    ? `${percent(1 - test.alpha).replace(/[.,]0(?=\s)/u, '')} interval ${differenceText(ends[0], type, currency)} to ${differenceText(ends[1], type, currency)}`
    : 'interval unknown';
  const per = unitOf(type, test.unit);
  const worth = isRate(test) ? valueOfConversion(results) : null;
  if (isRate(test)) {
    const inMoney =
      worth === null
        ? ''
        : `, about ${fineMoney(difference * sign * worth, currency)}${space}${currency} ${way} per ${per}`;
    return `${arm.key} converts ${size} percentage points ${way} (${within})${inMoney}`;
  }
  const verb = type === 'profit_per_click' ? 'profits' : 'earns';
  return `${arm.key} ${verb} ${size}${space}${currency} ${way} per ${per} (${within})`;
}

/** “shipping it now risks 0.003 USD per visitor” */
export function riskSentence(
  test: Pick<SplitTest, 'goal' | 'unit'>,
  results: Pick<TestResults, 'variants' | 'currency'>,
  arm: Arm,
): string {
  const loss = lossText(test, results, arm);
  if (loss === unknown) return 'what shipping it now risks is unknown';
  const isPerThousand = loss.includes('per 1,000');
  return `shipping it now risks ${loss}${isPerThousand ? '' : ` per ${unitOf(test.goal.type, test.unit)}`}`;
}

export const chanceOfText = (test: Pick<SplitTest, 'goal'>, arm: Arm): string =>
  chanceText(arm.chance_best ?? chanceOf(test, arm));

/** 0.41, 26,093 and over 1,000,000 */
export const bayesText = (factor: number): string => {
  if (factor > 1_000_000) return `over ${count(1_000_000)}`;
  return factor < 100 ? decimal(factor) : count(Math.round(factor));
};

/** 0.018 and under 0.001 */
export const pText = (value: Figure): string =>
  orUnknown(value, (known) => (known < 0.001 ? 'under 0.001' : known.toFixed(3)));

export const guardrailName = (
  { type, event, max_harm_rel: most }: Guardrail,
  { unit }: Pick<SplitTest, 'unit'>,
): string =>
  `${goalName(type, unit)}${event === '' ? '' : ` of ${event}`}, harm up to ${exactPercent(most)}`;
