import { type Gate, gateOf } from '#server/split-tests/gate.ts';
import { readRates } from '#server/split-tests/statistics/bayes.ts';
import {
  around,
  differenceOf,
  rateOf,
  type UnitCounts,
} from '#server/split-tests/statistics/estimates.ts';
import { sequential } from '#server/split-tests/statistics/sequential.ts';
import { splitHealth } from '#server/split-tests/statistics/split-mismatch.ts';

/** The share of conversions that arrive within so many hours of the click, in a project without a history. */
const lagCurve: [hours: number, share: number][] = [
  [0, 0.35],
  [1, 0.5],
  [3, 0.56],
  [6, 0.62],
  [12, 0.68],
  [24, 0.75],
  [48, 0.83],
  [72, 0.88],
  [120, 0.92],
  [168, 0.95],
  [336, 0.98],
  [720, 1],
];
const windowHours = 72;
/** A unit's outcome is frozen when its window has been closed for a day. */
const frozenAfterDays = windowHours / 24 + 1;

/** How many of `units` units convert. Counts the gaps between two conversions, so that rare ones cost little. */
function converted(units: number, rate: number, random: () => number): number {
  const log = Math.log1p(-rate);
  let count = 0;
  for (let at = Math.log(1 - random()) / log; at < units; count++) {
    at += 1 + Math.floor(Math.log(1 - random()) / log);
  }
  return count;
}

/** Whether a conversion of this share of the lags arrives in the window. */
const isInTime = (share: number) =>
  (lagCurve.find(([, within]) => share <= within)?.[0] ?? Infinity) <= windowHours;

export type Simulated = {
  /** Units of each variant a day. */
  dailyUnits: number;
  /** Conversions of all lags per unit: of the control, of the variant. */
  rates: readonly [number, number];
  days: number;
  minRuntimeDays: number;
  maxRuntimeDays: number;
  plannedUnits: number;
  mdeRel: number;
  /** Whether bounds for one look are read at every look, to show what that would cost. */
  hasFixedBounds?: boolean;
};

/** Runs a test with one look a day at its gate, and gives what the gate said at each. */
export function simulate(test: Simulated, random: () => number): Gate['status'][] {
  const frozen: [UnitCounts, UnitCounts] = [
    { units: 0, conversions: 0 },
    { units: 0, conversions: 0 },
  ];
  const cohorts: [number, number][] = [];
  const looks: Gate['status'][] = [];
  for (let day = 1; day <= test.days; day++) {
    const inTime = (rate: number) => {
      let count = 0;
      const all = converted(test.dailyUnits, rate, random);
      for (let at = 0; at < all; at++) if (isInTime(random())) count += 1;
      return count;
    };
    cohorts.push([inTime(test.rates[0]), inTime(test.rates[1])]);
    const closed = cohorts[day - 1 - frozenAfterDays];
    if (!closed) continue;
    for (const arm of [0, 1] as const) {
      frozen[arm].units += test.dailyUnits;
      frozen[arm].conversions += closed[arm];
    }
    looks.push(statusOf(test, frozen, day));
  }
  return looks;
}

function statusOf(
  test: Simulated,
  [control, variant]: [UnitCounts, UnitCounts],
  day: number,
): Gate['status'] {
  const [a, b] = [rateOf(control), rateOf(variant)];
  if (!a || !b) return 'collecting';
  const plan = { plannedUnits: test.plannedUnits, alpha: 0.05 };
  const difference = differenceOf(a, b);
  const halfWidth = 1.96 * difference.standardError;
  const interval = test.hasFixedBounds
    ? { ...around(difference.value, halfWidth), halfWidth }
    : sequential(difference, control.units + variant.units, plan);
  // The loss is read only where the interval allows a decision: summing it at every look takes minutes.
  const isFound = interval.low > 0;
  return gateOf({
    control: { value: a.value, conversions: control.conversions },
    contenders: [
      {
        key: 'B',
        conversions: variant.conversions,
        interval,
        expectedLossRel: isFound ? readRates(control, variant).expectedLoss / a.value : null,
        isHarmful: false,
      },
    ],
    split: splitHealth([
      { units: control.units, share: 0.5 },
      { units: variant.units, share: 0.5 },
    ]),
    isSilent: false,
    days: day,
    minRuntimeDays: test.minRuntimeDays,
    maxRuntimeDays: test.maxRuntimeDays,
    minConversions: 25,
    maturity: control.units / (day * test.dailyUnits),
    mdeRel: test.mdeRel,
  }).status;
}
