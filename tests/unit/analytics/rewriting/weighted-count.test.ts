import { expect, it } from 'vitest';
import { readModel } from '#server/analytics/compiler/model.ts';
import { weightedCount } from '#server/analytics/rewriting/weighted-count.ts';

it('adds up the weight of each row that was counted', () => {
  expect(weightedCount("countIf(s.record = 'click')", 's.weight')).toBe(
    "sumIf(s.weight, s.record = 'click')",
  );
  const { expression = '' } = readModel().measures.get('clicks') ?? {};
  expect(weightedCount(expression, '2')).toContain('sumIf(2, ');
});

it.each(["sumIf(1, s.record = 'click')", 'count()', "1 * countIf(s.record = 'click')"])(
  'is refused for %s',
  (expression) => {
    expect(() => weightedCount(expression, '2')).toThrow('not counted with countIf');
  },
);
