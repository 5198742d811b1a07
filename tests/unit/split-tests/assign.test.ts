import { describe, expect, it } from 'vitest';
import { bucketOf, variantOf } from '#server/split-clicks/assign.ts';

const seed = 'a1b2c3d4e5f60718';
const halves = [
  { key: 'A', weightBp: 5000 },
  { key: 'B', weightBp: 5000 },
];

describe('the variant of a unit', () => {
  it('gives the golden vector G23', () => {
    expect(
      ['visitor-1', 'visitor-2', 'visitor-3'].map((unit) => bucketOf(`${seed}:${unit}`)),
    ).toEqual([5, 2773, 6183]);
    // 0x248bfa47 of "hello".
    expect(bucketOf('hello')).toBe(0x248bfa47 % 10_000);
    // Text beyond ASCII counts by its UTF-8 bytes, as in ClickHouse: murmurHash3_32('é').
    expect(bucketOf('é')).toBe(269_551_495 % 10_000);
  });

  it('follows the weights in their order', () => {
    const split = { seed, trafficPct: 100, weights: halves };
    expect(['visitor-1', 'visitor-2', 'visitor-3'].map((unit) => variantOf(unit, split))).toEqual([
      'A',
      'A',
      'B',
    ]);
    expect(variantOf('visitor-3', { ...split, weights: halves.slice(0, 1) })).toBeNull();
  });

  it('splits within 4 sigma, and takes part independently of the variant', () => {
    const units = 20_000;
    for (let at = 0; at < 50; at++) {
      const split = {
        seed: `seed-${at}`,
        trafficPct: 40,
        weights: [
          { key: 'A', weightBp: 7000 },
          { key: 'B', weightBp: 3000 },
        ],
      };
      const seen = new Map<string | null, number>();
      for (let unit = 0; unit < units; unit++) {
        const key = variantOf(`visitor-${unit}`, split);
        seen.set(key, (seen.get(key) ?? 0) + 1);
      }
      const inTest = units - (seen.get(null) ?? 0);
      const isNear = (count: number, of: number, share: number) =>
        Math.abs(count - of * share) < 4 * Math.sqrt(of * share * (1 - share));
      expect(isNear(inTest, units, 0.4), split.seed).toBe(true);
      expect(isNear(seen.get('A') ?? 0, inTest, 0.7), split.seed).toBe(true);
    }
  });
});
