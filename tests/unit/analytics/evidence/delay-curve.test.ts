import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  arrivedAfter,
  type Delayed,
  delayCurves,
  positionOf,
  steps,
} from '#server/analytics/evidence/delay-curve.ts';
import { type Random, seededRandom } from '../../../torture/support/seeded-random.ts';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const horizon = 30 * DAY;

/** Two thirds buy at once, the others the next day: shares that can be computed by hand. */
const known = { quick: 2 / 3, hours: HOUR / 4, days: 3 * DAY };
const cut = (mean: number) => 1 - Math.exp(-horizon / mean);
const trueShare = (seconds: number, { quick, hours, days } = known): number =>
  quick * (1 - Math.exp(-seconds / hours)) +
  ((1 - quick) * (1 - Math.exp(-seconds / days))) / cut(days);

function delayIn(random: Random, { quick, hours, days } = known): number {
  const isQuick = random.next() < quick;
  for (;;) {
    const delay = -(isQuick ? hours : days) * Math.log(1 - random.next());
    if (delay <= horizon) return delay;
  }
}

/** Conversions of clicks of the last 90 days, most of them recent; later conversions are still unknown. */
function observed(
  random: Random,
  clicks: number,
  campaign: string | null = null,
  truth = known,
): Delayed[] {
  const counts = new Map<string, Delayed>();
  for (let click = 0; click < clicks; click += 1) {
    const seconds = random.next() ** 3 * 90 * DAY;
    const took = delayIn(random, truth);
    if (took > seconds) continue;
    const delay = Math.floor(positionOf(took, horizon));
    const age = Math.floor(positionOf(seconds, horizon));
    const key = `${delay} ${age}`;
    const before = counts.get(key)?.count ?? 0;
    counts.set(key, { campaign, delay, age, count: before + 1 });
  }
  return [...counts.values()];
}

const moments = [300, HOUR, 6 * HOUR, DAY, 3 * DAY, 7 * DAY, 20 * DAY];
const fullResult = (all: readonly Delayed[]) => {
  const curves = delayCurves(all);
  if (!curves) throw new Error('Too few conversions for a curve.');
  return curves;
};
const naive = (all: readonly Delayed[], seconds: number): number => {
  const position = positionOf(seconds, horizon);
  const sum = (some: readonly Delayed[]) => some.reduce((left, { count }) => left + count, 0);
  return sum(all.filter(({ delay }) => delay < position)) / sum(all);
};

const delayed = fc.record({
  campaign: fc.constantFrom(null, 'a', 'b'),
  delay: fc.nat(steps - 1),
  age: fc.nat(steps),
  count: fc.integer({ min: 1, max: 200 }),
});

describe('the delay of conversions', () => {
  it('is learned although recent clicks have shown only their quick conversions', () => {
    const all = observed(seededRandom(3), 20_000);
    const curve = fullResult(all).whole;
    for (const moment of moments) {
      expect(Math.abs(arrivedAfter(curve, moment, horizon) - trueShare(moment))).toBeLessThan(0.03);
    }
    expect(naive(all, DAY) - trueShare(DAY)).toBeGreaterThan(0.05);
  });

  it('is right on average over small samples', () => {
    const random = seededRandom(5);
    const curves = Array.from({ length: 200 }, () => fullResult(observed(random, 200)).whole);
    for (const moment of moments) {
      const sum = curves.reduce((left, curve) => left + arrivedAfter(curve, moment, horizon), 0);
      expect(Math.abs(sum / curves.length - trueShare(moment))).toBeLessThan(0.03);
    }
  });

  it('only grows, from 0 at the click to 1 at the horizon', () => {
    const clicks = fc.array(delayed, { minLength: 20, maxLength: 80 });
    fc.assert(
      fc.property(clicks, (all) => {
        const possible = all.filter(({ delay, age }) => delay <= age);
        const curves = delayCurves(possible);
        for (const curve of curves ? [curves.whole, ...curves.byCampaign.values()] : []) {
          expect(curve).toHaveLength(steps + 1);
          expect(curve[0]).toBe(0);
          expect(curve.at(-1)).toBe(1);
          expect(curve.every((share, step) => share >= (curve[step - 1] ?? 0))).toBe(true);
        }
      }),
    );
  });

  it('is between two steps between their shares', () => {
    const curve = fullResult(observed(seededRandom(3), 2_000)).whole;
    fc.assert(
      fc.property(fc.nat(horizon), fc.nat(DAY), (seconds, later) => {
        const share = arrivedAfter(curve, seconds, horizon);
        expect(arrivedAfter(curve, seconds + later, horizon)).toBeGreaterThanOrEqual(share);
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
      }),
    );
    expect(arrivedAfter(curve, -5, horizon)).toBe(0);
    expect(arrivedAfter(curve, 99 * DAY, horizon)).toBe(1);
  });

  it("follows a campaign's own data by the number of its conversions", () => {
    const slow = { quick: 0.1, hours: HOUR, days: 5 * DAY };
    const rest = observed(seededRandom(7), 20_000);
    const share = (clicks: number) => {
      const all = [...rest, ...observed(seededRandom(11), clicks, 'slow', slow)];
      return arrivedAfter(fullResult(all).byCampaign.get('slow') ?? [], DAY, horizon);
    };
    const [project, own] = [trueShare(DAY), trueShare(DAY, slow)];
    const [few, some, many] = [share(20), share(200), share(20_000)];
    expect(Math.abs(many - own)).toBeLessThan(0.02);
    expect(some).toBeGreaterThan(many);
    expect(few).toBeGreaterThan(some);
    expect(few).toBeLessThan(project);
  });

  it('does not jump for one late conversion, while no others could be that late', () => {
    const day = Math.floor(positionOf(13 * DAY, horizon));
    const quick = { campaign: 'a', delay: Math.floor(positionOf(1_200, horizon)), age: day };
    const late = { campaign: 'b', delay: Math.floor(positionOf(29 * DAY, horizon)), age: steps };
    const { whole: all, byCampaign } = fullResult([
      { ...quick, count: 260 },
      { ...late, count: 1 },
    ]);
    for (const curve of [all, byCampaign.get('a') ?? []]) {
      expect(arrivedAfter(curve, DAY, horizon)).toBeGreaterThan(0.9);
      expect(arrivedAfter(curve, DAY, horizon)).toBeLessThan(1);
    }
  });

  it('is missing below twenty conversions', () => {
    const of = (count: number) => delayCurves([{ campaign: null, delay: 3, age: steps, count }]);
    expect(of(19)).toBeNull();
    expect(of(20)).not.toBeNull();
  });
});
