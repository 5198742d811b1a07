import { describe, expect, it } from 'vitest';
import { expandMeasure, measuresIn, overCube } from '#server/analytics/rewriting/model-names.ts';

const sqlOf = new Map([
  ['revenue', 'sumIf({CUBE}.value, 1)'],
  ['orders', 'countIf(1)'],
  ['aov', '{revenue} / nullIf({orders}, 0)'],
  ['twice', '{aov} + {aov}'],
  ['lost', '{revenu}'],
  ['circle', '{round} + 1'],
  ['round', '{circle} + 1'],
]);

describe('a measure made of others', () => {
  it('holds their SQL in parentheses, through every level', () => {
    expect(expandMeasure('aov', sqlOf)).toBe('(sumIf({CUBE}.value, 1)) / nullIf((countIf(1)), 0)');
    expect(expandMeasure('twice', sqlOf)).toBe(
      '((sumIf({CUBE}.value, 1)) / nullIf((countIf(1)), 0)) + ((sumIf({CUBE}.value, 1)) / nullIf((countIf(1)), 0))',
    );
  });

  it('names them', () => {
    expect(measuresIn('{revenue} / {CUBE}.spend + {orders} - {revenue}')).toEqual([
      'revenue',
      'orders',
    ]);
    expect(measuresIn('sumIf({CUBE}.value, 1)')).toEqual([]);
  });

  it('is refused with an unknown measure or made of itself', () => {
    expect(() => expandMeasure('lost', sqlOf)).toThrow('unknown measure: revenu.');
    expect(() => expandMeasure('circle', sqlOf)).toThrow('circle is made of itself');
  });
});

describe('the name of the cube', () => {
  it('stands in every place', () => {
    expect(overCube('sumIf({CUBE}.value, {CUBE}.side = 1)', 'summary')).toBe(
      'sumIf(summary.value, summary.side = 1)',
    );
  });

  it.each(['{CUBE }.value', '{cube}.value', '{other}.value', '{CUBE.value'])(
    'is missed in %s',
    (sql) => {
      expect(() => overCube(sql, 'summary')).toThrow('something unknown');
    },
  );
});
