import { describe, expect, it } from 'vitest';
import { readModel } from '#server/analytics/compiler/model.ts';
import { added, amountOf, canContribute, termsOf } from '#server/analytics/rewriting/row-terms.ts';

const terms = (expression: string) => termsOf({ expression });

describe('the terms of a measure', () => {
  it('are what each aggregate adds for a row, under which condition', () => {
    expect(
      terms("sumIf(s.value, s.record = 'cost') / nullIf(countIf(s.side = 'a, b'), 0)"),
    ).toEqual([
      {
        call: "sumIf(s.value, s.record = 'cost')",
        addend: 's.value',
        condition: "s.record = 'cost'",
        isPeople: false,
      },
      {
        call: "countIf(s.side = 'a, b')",
        addend: '1',
        condition: "s.side = 'a, b'",
        isPeople: false,
      },
    ]);
    expect(terms("uniqExactIf(s.person, s.record = 'click')")).toMatchObject([
      { addend: 's.person', isPeople: true },
    ]);
  });

  it('stand once, however often the measure names them', () => {
    const call = "countIf(s.record = 'click')";
    expect(terms(`${call} + ${call}`)).toHaveLength(1);
  });

  it.each(['count()', 'sum(s.value)', 'uniqExact(s.person)'])(
    'are refused for %s',
    (expression) => {
      expect(() => terms(expression)).toThrow('A single row cannot be evaluated');
    },
  );
});

describe('the amount of a row', () => {
  const measure = { expression: 'sumIf(s.value, s.a = 1) - sumIf(s.payout, s.b = 1)' };

  it('is the measure with each aggregate replaced', () => {
    expect(
      amountOf(measure, termsOf(measure), ({ addend, condition }) => added(addend, condition)),
    ).toBe(
      'if(s.a = 1, toDecimal128(s.value, 10), toDecimal128(0, 10)) - if(s.b = 1, toDecimal128(s.payout, 10), toDecimal128(0, 10))',
    );
  });

  it('is zero for what the row cannot add', () => {
    expect(amountOf(measure, termsOf(measure), () => null)).toBe(
      'toDecimal128(0, 10) - toDecimal128(0, 10)',
    );
  });
});

describe('the arms that can add something', () => {
  const { arms, cube, measures } = readModel();
  const contributing = (name: string) => {
    const measure = measures.get(name);
    if (!measure?.records) throw new Error(`There is no measure ${name}.`);
    const { records } = measure;
    const [term] = termsOf(measure);
    return arms.filter((arm) => term && canContribute(term, arm, { cube, records }));
  };

  it('hold the rows that the measure reads', () => {
    expect(contributing('cost').map(({ records }) => [...records])).toEqual([['cost', 'excluded']]);
    expect(contributing('clicks').map(({ records }) => [...records])).toEqual([['click']]);
  });

  it('are not those whose column is always 0', () => {
    const [clicks] = arms;
    const term = { call: '', addend: `${cube}.value`, condition: '1', isPeople: false };
    expect(clicks && canContribute(term, clicks, { cube, records: new Set(['click']) })).toBe(
      false,
    );
  });
});
