import { describe, expect, it } from 'vitest';
import { asOfSql } from '#server/analytics/rewriting/as-of.ts';
import { Parameters } from '#server/warehouse/parameters.ts';

const asOf = new Date('2026-11-20T10:00:00.250Z');
const known = (sql: string) => asOfSql(sql, asOf, new Parameters());
const instant = "{p0:DateTime64(3, 'UTC')}";

describe('rows as they were known', () => {
  it('are events by when they came in', () => {
    expect(known('SELECT affid FROM events WHERE left_out = 0')).toBe(
      `SELECT affid FROM (SELECT *, left_out FROM events WHERE ingested_at <= ${instant}) WHERE left_out = 0`,
    );
  });

  it('are the versions of conversions and costs of that moment', () => {
    expect(known('(SELECT 1 FROM conversions FINAL)')).toContain(
      `conversion_versions WHERE known_at <= ${instant}`,
    );
    expect(known('SELECT 1 FROM costs FINAL')).toContain(
      `cost_history WHERE known_at <= ${instant}`,
    );
  });

  it('are read by every part of a statement', () => {
    const sql = known('SELECT 1 FROM events\nUNION ALL SELECT 1\nFROM  conversions FINAL');
    expect(sql.match(/<= \{p0/g)).toHaveLength(2);
    expect(sql).not.toContain('conversions FINAL');
  });

  it('hold one instant, named once', () => {
    const parameters = new Parameters();
    asOfSql('SELECT 1 FROM events UNION ALL SELECT 1 FROM costs FINAL', asOf, parameters);
    expect(parameters.values).toEqual({ p0: '2026-11-20 10:00:00.250' });
  });

  it('leave other tables and words alone', () => {
    const sql = 'SELECT events, costs FROM visits WHERE from_events = 1';
    expect(known(sql)).toBe(sql);
  });

  it.each([
    'SELECT 1 FROM conversions',
    'SELECT 1 FROM conversions WHERE 1',
    'SELECT 1 FROM costs GROUP BY day',
    'SELECT 1 FROM events FINAL',
    'SELECT 1 FROM events, visits',
    'SELECT 1 FROM visits JOIN events ON 1',
    'SELECT 1 FROM visits LEFT JOIN conversions FINAL USING click_id',
  ])('are refused where the table stands in another form: %s', (sql) => {
    expect(() => known(sql)).toThrow('cannot be read as it was known');
  });
});
