import { bucketOf, variantOf } from '#server/split-clicks/assign.ts';
import type { Gate } from '#server/split-tests/gate.ts';
import {
  daysNeeded,
  sequentialUnits,
  unitsForRate,
} from '#server/split-tests/statistics/sample-size.ts';
import { splitHealth } from '#server/split-tests/statistics/split-mismatch.ts';
import { simulate } from '../../support/split-tests/simulated-tests.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { judge, type Verdict } from '../support/verdict.ts';

type Counts = { tests: number; seed: number };

const isShipped = (looks: readonly Gate['status'][]) => looks.includes('ready_ship');
const percent = (share: number) => `${(share * 100).toFixed(2)} %`;

/** Tests of two equal variants, looked at every day for four weeks: at most 2 % may be called ready to ship. */
export function falseShipsRig({ tests, seed }: Counts, { hasFixedBounds = false } = {}): Verdict {
  const { next } = seededRandom(seed);
  const equal = {
    dailyUnits: 500,
    rates: [0.05, 0.05],
    days: 28,
    minRuntimeDays: 7,
    maxRuntimeDays: 42,
    plannedUnits: 5000,
    mdeRel: 0.2,
    hasFixedBounds,
  } as const;
  let shipped = 0;
  for (let test = 0; test < tests; test += 1) if (isShipped(simulate(equal, next))) shipped += 1;
  const share = shipped / tests;
  return judge(
    { seed, tests, shipped: percent(share) },
    share > 0.02 && `${percent(share)} of equal variants were called ready to ship`,
  );
}

/** The rate that arrives within three days, of which the calculator knows. */
const knownShare = 0.88;

/** Tests of a variant that is 20 % better, with the size and days of the calculator: at least 75 % must find it. */
export function foundRig({ tests, seed }: Counts, { sizedFor = 0.2 } = {}): Verdict {
  const { next } = seededRandom(seed);
  const baseline = 0.05;
  const wanted = { mdeRel: sizedFor, alpha: 0.05, power: 0.8 };
  const units = sequentialUnits(unitsForRate(baseline * knownShare, wanted) ?? 0);
  const dailyUnits = Math.ceil(units / 24);
  const traffic = { units: 2 * units, dailyUnits: 2 * dailyUnits };
  const days = daysNeeded({ ...traffic, goalWindowHours: 72, minRuntimeDays: 7 }) ?? 0;
  let found = 0;
  for (let test = 0; test < tests; test += 1) {
    const better = {
      dailyUnits,
      rates: [baseline, baseline * 1.2],
      days,
      minRuntimeDays: 7,
      maxRuntimeDays: 180,
      plannedUnits: 2 * units,
      mdeRel: 0.2,
    } as const;
    if (isShipped(simulate(better, next))) found += 1;
  }
  const share = found / tests;
  return judge(
    { seed, tests, days, units, found: percent(share) },
    share < 0.75 && `only ${percent(share)} of the better variants were found`,
  );
}

type Split = Counts & {
  /** The share of the second arm's exposures that is lost. */
  lost: number;
  /** Units of both arms after which the check ends. */
  units: number;
  /** Units between two checks. */
  every: number;
};

/** How many splits were called broken at some check. */
function broken({ tests, seed, lost, units, every }: Split): number {
  const { next } = seededRandom(seed);
  let found = 0;
  for (let test = 0; test < tests; test += 1) {
    let first = 0;
    let second = 0;
    while (first + second < units) {
      for (let unit = 0; unit < every; unit += 1) {
        if (next() < 0.5) first += 1;
        else if (next() >= lost) second += 1;
      }
      const parts = [
        { units: first, share: 0.5 },
        { units: second, share: 0.5 },
      ];
      if (splitHealth(parts) !== 'srm') continue;
      found += 1;
      break;
    }
  }
  return found / tests;
}

/** Splits that lose exposures of one arm are found, and healthy ones that are checked all the time are left alone. */
export function brokenSplitRig({ tests, seed }: Counts, { lossFound = true } = {}): Verdict {
  const loses = (lost: number) => (lossFound ? lost : 0);
  const tenth = broken({ tests, seed, lost: loses(0.1), units: 20_000, every: 500 });
  const twentieth = broken({ tests, seed, lost: loses(0.05), units: 60_000, every: 500 });
  // 28 days of checks every 10 minutes: 4,032, with ten units between two of them.
  const healthy = broken({ tests: 10 * tests, seed, lost: 0, units: 40_320, every: 10 });
  return judge(
    {
      seed,
      tests,
      'lost 10 %': percent(tenth),
      'lost 5 %': percent(twentieth),
      healthy: percent(healthy),
    },
    tenth < 0.99 && `only ${percent(tenth)} of the splits without 10 % of an arm were found`,
    twentieth < 0.95 && `only ${percent(twentieth)} of the splits without 5 % of an arm were found`,
    healthy >= 0.001 && `${percent(healthy)} of the healthy splits were called broken`,
  );
}

const seeds = 50;
const shares = [
  { key: 'A', weightBp: 5_000 },
  { key: 'B', weightBp: 3_000 },
  { key: 'C', weightBp: 2_000 },
];

/** Assigns units by 50 seeds: with each of them every share is within 4 sigma of its weight. */
export function sharesRig({ units }: { units: number }, assign = variantOf): Verdict {
  let farthest = 0;
  const broken: string[] = [];
  for (let at = 0; at < seeds; at += 1) {
    const split = { seed: `seed-${at}`, trafficPct: 60, weights: shares };
    const seen = new Map<string | null, number>();
    for (let unit = 0; unit < units; unit += 1) {
      const key = assign(`visitor-${unit}`, split);
      seen.set(key, (seen.get(key) ?? 0) + 1);
    }
    const inTest = units - (seen.get(null) ?? 0);
    const compare = (
      name: string,
      { count, of, share }: Record<'count' | 'of' | 'share', number>,
    ) => {
      const sigmas = Math.abs(count - of * share) / Math.sqrt(of * share * (1 - share));
      farthest = Math.max(farthest, sigmas);
      if (sigmas > 4) broken.push(`${name} of ${split.seed} is ${sigmas.toFixed(1)} sigma off`);
    };
    compare('the traffic', { count: inTest, of: units, share: 0.6 });
    for (const { key, weightBp } of shares) {
      compare(key, { count: seen.get(key) ?? 0, of: inTest, share: weightBp / 10_000 });
    }
  }
  return judge({ seeds, units, 'farthest, in sigmas': farthest.toFixed(2) }, ...broken);
}

/** Puts every twentieth unit into A, whatever its hash says. */
export const unevenAssign: typeof variantOf = (unit, split) =>
  bucketOf(unit) % 20 === 0 ? 'A' : variantOf(unit, split);
