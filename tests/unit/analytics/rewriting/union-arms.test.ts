import { describe, expect, it } from 'vitest';
import { readModel } from '#server/analytics/compiler/model.ts';
import {
  type Arm,
  armSql,
  armsFor,
  armsOf,
  itemsOf,
  literalIn,
} from '#server/analytics/rewriting/union-arms.ts';

const sql = `SELECT toLowCardinality('click') AS record, affid, if(a, b, c) AS value FROM events WHERE x = 1
  UNION ALL
  SELECT toLowCardinality('cost') AS record, '' AS affid, spend AS value
  FROM costs FINAL`;
const listed = { arms: [['click'], ['cost']], reasons: [[], ['no_rate']] };
const [clicks, costs] = armsOf(sql, listed) as [Arm, Arm];
const nothing = { projects: () => null, windows: [], days: () => [], dayOf: String };
const use = { ...nothing, cube: 's', keys: [], conditions: [] };

describe('the arms of a union', () => {
  it('have the rows that the model lists, and columns by their names', () => {
    expect([...clicks.records]).toEqual(['click']);
    expect([...costs.reasons]).toEqual(['no_rate']);
    expect([...clicks.columns]).toEqual([
      ['record', "toLowCardinality('click')"],
      ['affid', 'affid'],
      ['value', 'if(a, b, c)'],
    ]);
  });

  it('are read with the columns that a statement names', () => {
    expect(armSql(clicks, { ...use, text: 's.affid, s.value + 1' })).toBe(
      'SELECT affid, if(a, b, c) AS value FROM events WHERE x = 1',
    );
    expect(armSql(clicks, { ...use, text: 'other.affid' })).toBe(
      'SELECT 1 AS one FROM events WHERE x = 1',
    );
  });

  it('read costs of the days of the question alone', () => {
    const days = () => [{ from: '{p0:Date}', to: '{p1:Date}' }];
    expect(armSql(costs, { ...use, days, text: 's.value' })).toBe(
      'SELECT spend AS value FROM costs FINAL WHERE date >= {p0:Date} AND date < {p1:Date}',
    );
  });

  it('are chosen by the rows they can hold, or all when none fits', () => {
    expect(armsFor([clicks, costs], new Set(['cost', 'refund']))).toEqual([costs]);
    expect(armsFor([clicks, costs], new Set(['refund']))).toEqual([clicks, costs]);
    expect(armsFor([clicks, costs], null)).toEqual([clicks, costs]);
  });

  it('count once what counts once', () => {
    const once = { ...clicks, once: 'order_id' };
    expect(
      armSql(once, { ...use, text: 's.affid', keys: ['s.affid'], conditions: ['s.affid = 1'] }),
    ).toBe(
      `SELECT affid FROM (SELECT affid, order_id AS once FROM events WHERE x = 1) AS s WHERE s.affid = 1
LIMIT 1 BY s.affid, s.once`,
    );
  });

  const refused: [string, string, typeof listed, string][] = [
    ['another number of arms', 'SELECT a FROM events', listed, 'other arms'],
    ['a list without its reasons', sql, { ...listed, reasons: [[]] }, 'other arms'],
    ['other columns', sql.replace(', affid,', ','), listed, 'other columns'],
    [
      'a column without a name',
      sql.replace(' AS value FROM events', ' FROM events'),
      listed,
      'without a name',
    ],
    ['no SELECT', sql.replace('SELECT toLow', 'WITH x SELECT toLow'), listed, 'without a name'],
    ['costs in another form', `${sql} WHERE spend > 0`, listed, 'Costs cannot be limited'],
    ['costs without FINAL', sql.replace('costs FINAL', 'costs'), listed, 'Costs cannot be limited'],
  ];
  it.each(refused)('are refused with %s', (_, text, list, message) => {
    expect(() => armsOf(text, list)).toThrow(message);
  });
});

describe('an item of a list', () => {
  it('may hold commas in parentheses and in texts', () => {
    expect(itemsOf("a = 'b, (c', d")).toEqual(["a = 'b, (c'", 'd']);
    expect(itemsOf('a, if(b, c, (d, e)), f')).toEqual(['a', 'if(b, c, (d, e))', 'f']);
  });
});

describe('a constant column', () => {
  const { arms, cube } = readModel();
  const [shipped, conversions] = arms;

  it('stands in an expression instead of its name', () => {
    expect(literalIn(clicks, 's', 'toString(s.record)')).toBe(
      "toString(toLowCardinality('click'))",
    );
    expect(shipped && literalIn(shipped, cube, `${cube}.attributed`)).toBe('toUInt8(1)');
  });

  it.each(['s.value', 's.record || s.affid', 'now()'])('is none in %s', (expression) => {
    expect(literalIn(clicks, 's', expression)).toBeNull();
    expect(conversions && literalIn(conversions, cube, `${cube}.attributed`)).toBeNull();
  });
});
