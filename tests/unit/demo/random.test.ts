import { describe, expect, it } from 'vitest';
import { createRandom, weighted } from '#server/demo/random.ts';

const draw = (...key: (string | number)[]) => {
  const random = createRandom(...key);
  return Array.from({ length: 1_000 }, () => random.next());
};
const mean = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

describe('seeded random numbers', () => {
  it('give one key the same numbers, and neighbouring keys others', () => {
    expect(draw(1, 'shop', 7)).toEqual(draw(1, 'shop', 7));
    expect(draw(1, 'shop', 7).slice(0, 3)).not.toEqual(draw(1, 'shop', 8).slice(0, 3));
    expect(draw(1, 'shop', 7).slice(0, 3)).not.toEqual(draw(2, 'shop', 7).slice(0, 3));
  });

  it('cover the range evenly', () => {
    const numbers = draw('even');
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...numbers)).toBeLessThan(1);
    expect(mean(numbers)).toBeCloseTo(0.5, 1);
  });

  it.each([0.2, 4, 120])('count around a mean of %d', (wanted) => {
    const random = createRandom('count', wanted);
    const counts = Array.from({ length: 2_000 }, () => random.count(wanted));
    expect(mean(counts)).toBeGreaterThan(wanted * 0.9);
    expect(mean(counts)).toBeLessThan(wanted * 1.1);
  });

  it('pick by weight', () => {
    const random = createRandom('pick');
    const items = weighted([
      ['often', 9],
      ['seldom', 1],
    ]);
    const picked = Array.from({ length: 2_000 }, () => random.pick(items));
    const often = picked.filter((item) => item === 'often').length / picked.length;
    expect(often).toBeGreaterThan(0.87);
    expect(often).toBeLessThan(0.93);
  });

  it('refuse to pick from an empty list', () => {
    expect(() => createRandom('none').pick(weighted([]))).toThrow('nothing to pick from');
  });
});
