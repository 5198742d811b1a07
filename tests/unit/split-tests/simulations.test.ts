import { describe, expect, it } from 'vitest';
import { brokenSplitRig, falseShipsRig, foundRig } from '../../torture/rigs/split-tests.ts';

const seed = 7;

// In full counts they run with `npm run torture`.
describe('simulated tests', () => {
  it('seldom call equal variants ready, although they are looked at every day', () => {
    expect(falseShipsRig({ tests: 1_000, seed }).broken).toEqual([]);
    const fixed = falseShipsRig({ tests: 300, seed }, { hasFixedBounds: true });
    expect(fixed.broken).toHaveLength(1);
  });

  it('find a better variant with the size of the calculator', () => {
    expect(foundRig({ tests: 200, seed }).broken).toEqual([]);
    expect(foundRig({ tests: 100, seed }, { sizedFor: 0.5 }).broken).toHaveLength(1);
  });

  it('find broken splits and leave healthy ones alone', () => {
    expect(brokenSplitRig({ tests: 50, seed }).broken).toEqual([]);
    expect(brokenSplitRig({ tests: 10, seed }, { lossFound: false }).broken).toHaveLength(2);
  });
});
