import { describe, expect, it } from 'vitest';
import { readModel } from '#server/analytics/compiler/model.ts';
import {
  aggregatesIn,
  callsIn,
  canDivide,
  groupsOfArm,
  inArm,
  neededArms,
  overParts,
  recordsIn,
} from '#server/analytics/rewriting/aggregates.ts';
import type { Arm } from '#server/analytics/rewriting/union-arms.ts';

const { arms } = readModel();
const armOf = (...records: string[]): Arm => ({
  records: new Set(records),
  reasons: new Set(),
  columns: new Map([
    ['record', 'record'],
    ['value', 'value'],
    ['person', 'person'],
    ['country', 'country'],
  ]),
  source: () => 'FROM rows',
});
const clicks = "countIf(s.record = 'click')";
const revenue = "sumIf(s.value, s.record IN ('conversion', 'refund'))";

describe('the aggregates of expressions', () => {
  it('are whole calls, whatever their parentheses hold', () => {
    expect(callsIn(`(${clicks}) / nullIf(sumIf(abs(s.value), (s.a = 1)), 0)`)).toEqual([
      clicks,
      'sumIf(abs(s.value), (s.a = 1))',
    ]);
    expect(callsIn("countIf(s.side = ')') + 1")).toEqual(["countIf(s.side = ')')"]);
    expect(callsIn('sqrt(s.value) + discount(s.value)')).toEqual([]);
    expect(() => callsIn('countIf(s.side')).toThrow('not closed');
  });

  it('have a name of their own, and the rows that they read', () => {
    const [one, two, ...more] = aggregatesIn([`${clicks} + ${revenue}`, clicks]);
    expect(more).toEqual([]);
    expect(one).toEqual({ call: clicks, alias: 'a0', records: new Set(['click']), reasons: null });
    expect(two?.records).toEqual(new Set(['conversion', 'refund']));
  });

  it('know the reasons for which their rows are excluded', () => {
    const of = (condition: string) =>
      aggregatesIn([`countIf(s.record = 'excluded' AND s.excluded_reason ${condition})`])[0]
        ?.reasons;
    expect(of("= 'bot click'")).toEqual(new Set(['bot click']));
    expect(of("IN ('bot', 'bot click')")).toEqual(new Set(['bot', 'bot click']));
    expect(of("!= 'bot'")).toBeNull();
  });

  it.each(['count()', "sumIf(s.value, s.side = 'server')", "sumIf(s.value, s.record LIKE 'c%')"])(
    'may read any rows where their text does not name them: %s',
    (expression) => {
      expect(recordsIn(expression)).toBeNull();
    },
  );
});

describe('an expression over parts', () => {
  it('adds up the columns of the parts', () => {
    const aggregates = aggregatesIn([clicks, revenue]);
    expect(overParts(`${revenue} / nullIf(${clicks}, 0)`, aggregates)).toBe(
      'sum(a1) / nullIf(sum(a0), 0)',
    );
  });

  it('is refused with an aggregate that has no column', () => {
    expect(() => overParts(revenue, aggregatesIn([clicks]))).toThrow('No column holds the parts');
  });
});

describe('the division into arms', () => {
  it('needs more than one arm, and rows that the text names', () => {
    const known = aggregatesIn([clicks]);
    expect(canDivide(known, [armOf('click'), armOf('cost')])).toBe(true);
    expect(canDivide(known, [armOf('click')])).toBe(false);
    expect(canDivide(aggregatesIn(['count()']), [armOf('click'), armOf('cost')])).toBe(false);
  });

  it('is refused when people would be counted in two of them', () => {
    const people = aggregatesIn([
      "uniqExactIf(pixel_summary.person, pixel_summary.record IN ('click', 'conversion'))",
    ]);
    expect(canDivide(people, arms)).toBe(false);
    expect(canDivide(people, [armOf('click'), armOf('cost')])).toBe(true);
  });

  it('leaves out arms of one column that nobody reads', () => {
    const owed = { ...armOf('conversion'), only: 'payout' };
    const all = [armOf('click'), owed];
    expect(neededArms(all, aggregatesIn([clicks]), true)).toEqual([all[0]]);
    const payout = "sumIf(s.payout, s.record = 'conversion')";
    expect(neededArms(all, aggregatesIn([payout]), false)).toEqual([owed]);
    expect(neededArms(all, aggregatesIn([revenue]), false)).toEqual([all[0]]);
    expect(neededArms([owed], aggregatesIn([revenue]), false)).toEqual([owed]);
  });
});

describe('the groups of an arm', () => {
  const query = {
    cube: 's',
    keys: [{ alias: 'd0', expression: 's.country', kind: 'dimension' }],
    aggregates: aggregatesIn([clicks, revenue]),
    conditions: [],
    reach: { projects: () => null, windows: [], days: () => [], dayOf: String },
  };

  it('hold what its rows can answer, and 0 for the rest', () => {
    expect(groupsOfArm(armOf('click'), query)).toBe(
      `SELECT s.country AS d0, count() AS a0, 0 AS a1 FROM (SELECT country FROM rows) AS s
GROUP BY d0`,
    );
  });

  it('keep the condition where the arm holds several kinds of rows', () => {
    expect(groupsOfArm(armOf('click', 'excluded'), query)).toContain(`${clicks} AS a0`);
  });

  it('need no condition where the arm holds one kind', () => {
    const one = armOf('click');
    expect(inArm(one, `${clicks} + sumIf(s.value, s.record = 'click')`)).toBe(
      'count() + sum(s.value)',
    );
    expect(inArm(one, "uniqExactIf(s.person, s.record = 'click')")).toBe('uniqExact(s.person)');
    const narrower = "countIf(s.record = 'click' AND s.side = 'server')";
    expect(inArm(one, narrower)).toBe(narrower);
  });
});
