import { describe, expect, it } from 'vitest';
import { chanceOf, weighted } from '#server/demo/random.ts';

const draw = (...key: (string | number)[]) => {
  const chance = chanceOf(...key);
  return Array.from({ length: 1_000 }, () => chance.next());
};
const mean = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

describe('chance', () => {
  it('gives one key the same numbers, and neighbouring keys others', () => {
    expect(draw(1, 'shop', 7)).toEqual(draw(1, 'shop', 7));
    expect(draw(1, 'shop', 7).slice(0, 3)).not.toEqual(draw(1, 'shop', 8).slice(0, 3));
    expect(draw(1, 'shop', 7).slice(0, 3)).not.toEqual(draw(2, 'shop', 7).slice(0, 3));
  });

  it('covers the range evenly', () => {
    const numbers = draw('even');
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...numbers)).toBeLessThan(1);
    expect(mean(numbers)).toBeCloseTo(0.5, 1);
  });

  it.each([0.2, 4, 120])('counts around a mean of %d', (wanted) => {
    const chance = chanceOf('count', wanted);
    const counts = Array.from({ length: 2_000 }, () => chance.count(wanted));
    expect(mean(counts)).toBeGreaterThan(wanted * 0.9);
    expect(mean(counts)).toBeLessThan(wanted * 1.1);
  });

  it('picks by weight', () => {
    const chance = chanceOf('pick');
    const items = weighted([
      ['often', 9],
      ['seldom', 1],
    ]);
    const picked = Array.from({ length: 2_000 }, () => chance.pick(items));
    const often = picked.filter((item) => item === 'often').length / picked.length;
    expect(often).toBeGreaterThan(0.87);
    expect(often).toBeLessThan(0.93);
  });

  it('refuses to pick from nothing', () => {
    expect(() => chanceOf('none').pick(weighted([]))).toThrow('nothing to pick from');
  });
});
