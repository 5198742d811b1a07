import { describe, expect, it } from 'vitest';
import { readModel } from '#server/analytics/compiler/model.ts';
import { ofValue, overCredits } from '#server/analytics/rewriting/credited-measures.ts';

const credited = (expression: string) => overCredits(expression, 's');

describe('a measure in credits', () => {
  it.each([
    [
      "countIf(s.record = 'conversion' AND s.side = 'server')",
      "sumIf(s.credit, s.record = 'conversion' AND s.side = 'server')",
    ],
    ["countIf(s.record = 'click')", "countIf(s.record = 'click')"],
    [
      "uniqExactIf(s.person, s.record = 'conversion')",
      "uniqExactIf(s.person, s.credit > 0 AND s.record = 'conversion')",
    ],
    ["uniqExactIf(s.person, s.record = 'click')", "uniqExactIf(s.person, s.record = 'click')"],
    ["sumIf(s.value, s.record = 'cost')", "sumIf(s.value, s.record = 'cost')"],
    [
      "(countIf(s.record = 'refund')) / nullIf((countIf(s.record = 'click')), 0)",
      "(sumIf(s.credit, s.record = 'refund')) / nullIf((countIf(s.record = 'click')), 0)",
    ],
  ])('is made of %s', (expression, expected) => {
    expect(credited(expression)).toBe(expected);
  });

  it.each([
    'count()',
    'uniqExact(s.person)',
    "uniqExactIf(s.row_id, s.record = 'conversion')",
    "uniqExactIf(toString(s.person), s.record = 'conversion')",
    "1 + uniqExactIf( s.person, s.record = 'conversion')",
  ])('is refused where it counts in another form: %s', (expression) => {
    expect(() => credited(expression)).toThrow('No credit can be given to');
  });

  it('exists for everything that the product ships', () => {
    const { cube, measures } = readModel();
    for (const { name, expression } of measures.values()) {
      const left = overCredits(expression, cube).matchAll(
        /(?:countIf\(|uniqExactIf\(\S+, )(.{30})/g,
      );
      for (const [, condition] of left)
        expect(condition, name).toMatch(/^pixel_summary\.(?:record = 'click'|credit > 0)/);
    }
  });
});

describe('a measure of another column', () => {
  it('adds up that column under the same conditions', () => {
    expect(ofValue("sumIf(s.value, s.side = 'server')", 's', 'value_linear')).toBe(
      "sumIf(s.value_linear, s.side = 'server')",
    );
  });

  it('is refused where no value is added up', () => {
    expect(() => ofValue("sumIf(s.payout, s.side = 'server')", 's', 'x')).toThrow('No value');
  });
});
