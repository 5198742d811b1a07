import { describe, expect, it } from 'vitest';
import { bucketOf, variantOf } from '#server/split-clicks/assign.ts';
import { sharesRig, unevenAssign } from '../../torture/rigs/split-tests.ts';

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

  // In full counts it runs with `npm run torture`.
  it('splits within 4 sigma of the weights with every seed', () => {
    expect(sharesRig({ units: 10_000 }).broken).toEqual([]);
    expect(sharesRig({ units: 5_000 }, unevenAssign).broken).not.toEqual([]);
  });
});
