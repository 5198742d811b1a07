import { describe, expect, it } from 'vitest';
import { compile, compileTotal } from '#server/analytics/compiler/compile.ts';
import { readModel } from '#server/analytics/compiler/model.ts';
import { type Filter, type Query, QueryProblem } from '#server/analytics/compiler/query.ts';

const model = readModel();
const window = { from: new Date('2026-11-20T05:00:00Z'), to: new Date('2026-11-21T05:00:00Z') };
const statement = (query: Partial<Query>) =>
  compile(model, { measures: ['clicks'], timezone: 'America/New_York', ...query });

/** The tables a statement reads, in order. */
const tables = (query: Partial<Query>) =>
  [...statement(query).sql.matchAll(/FROM (\w+(?: FINAL)?)/g)].map(([, name]) => name);
const is = (member: string, ...values: string[]): Filter => ({
  member,
  operator: 'equals',
  values,
});

describe('the tables of a statement', () => {
  it('are only the arm that a total needs', () => {
    expect(tables({ measures: ['clicks'] })).toEqual(['events']);
    expect(tables({ measures: ['server_revenue'] })).toEqual(['conversions FINAL']);
    expect(tables({ measures: ['roas'] })).toEqual(['conversions FINAL', 'costs FINAL']);
    expect(
      tables({
        measures: ['clicks'],
        filters: [{ member: 'cost', operator: 'gt', values: ['0'] }],
      }),
    ).toEqual(['events', 'costs FINAL']);
  });

  it('are every arm for groups, because other rows make groups too', () => {
    const all = ['events', 'conversions FINAL', 'costs FINAL', 'events', 'events'];
    expect(tables({ dimensions: ['country'] })).toEqual(all);
    expect(tables({ granularity: 'day' })).toEqual(all);
    expect(tables({ dimensions: ['country'], filters: [is('record', 'click')] })).toEqual([
      'events',
    ]);
  });

  it('are not reduced by a record inside an "or"', () => {
    const filters: Filter[] = [{ or: [is('record', 'click'), is('country', 'US')] }];
    expect(tables({ dimensions: ['country'], filters })).toHaveLength(5);
  });

  it('are read with the used columns only', () => {
    const { sql } = statement({ dimensions: ['country'], filters: [is('record', 'click')] });
    expect(sql).toContain('FROM (SELECT country FROM events WHERE');
  });
});

describe('the columns of each arm', () => {
  const armsOf = (query: Partial<Query>) =>
    /FROM \((SELECT[\s\S]*)\)\nGROUP/.exec(statement(query).sql)?.[1]?.split('\nUNION ALL ') ?? [];

  it('are constants for rows of one kind', () => {
    const [clicks = '', conversions = ''] = armsOf({
      measures: ['unique_clicks', 'server_revenue'],
      dimensions: ['campaign_id'],
    });
    expect(clicks).toContain('uniqExact(pixel_summary.person) AS a0, 0 AS a1 FROM');
    expect(conversions).toContain(
      "0 AS a0, sumIf(pixel_summary.value, pixel_summary.record = 'conv",
    );
  });

  it('leave out a part without information, unless its rows could make a group', () => {
    expect(tables({ measures: ['clicks', 'bot_clicks'] })).toEqual(['events', 'events']);
    const grouped = { dimensions: ['country'], filters: [is('record', 'click', 'cost')] };
    expect(tables({ measures: ['clicks'], ...grouped })).toEqual(['events', 'costs FINAL']);
  });

  it('leave it out where only the period separates rows', () => {
    const day = 86_400_000;
    const before = {
      from: new Date(window.from.getTime() - day),
      to: new Date(window.to.getTime() - day),
    };
    const request = {
      measures: ['clicks', 'server_purchases', 'bot_clicks'],
      windows: [before, window],
    };
    expect(tables(request)).toEqual(['events', 'conversions FINAL', 'events']);
  });

  it('compute only the exclusion reasons that a part can have', () => {
    const { sql } = statement({
      measures: ['excluded_bots', 'excluded_rejected', 'excluded_no_rate'],
    });
    const [conversions, costs, events] = sql.split('\nUNION ALL ');
    expect(conversions).toMatch(/0 AS a0, countIf\(.*\) AS a1, countIf\(.*\) AS a2/);
    expect(costs).toMatch(/0 AS a0, 0 AS a1, countIf\(.*\) AS a2/);
    expect(events).toMatch(/countIf\(.*\) AS a0, 0 AS a1, 0 AS a2/);
  });

  it('leave out a kind of rows only where other kinds are there too', () => {
    const [clicks = '', conversions = ''] = armsOf({
      dimensions: ['campaign_id'],
      filters: [is('record', 'click', 'conversion')],
    });
    expect(clicks).not.toContain('WHERE pixel_summary.record');
    expect(conversions).toContain('WHERE pixel_summary.record IN');
  });

  it('group by no key that is the same in all rows, but by one at least', () => {
    const [clicks, conversions] = armsOf({ dimensions: ['device', 'attributed'] });
    expect(clicks).toMatch(/toUInt8\(1\) AS d1[\s\S]*GROUP BY d0$/);
    expect(conversions).toMatch(/GROUP BY d0, d1$/);
    expect(armsOf({ dimensions: ['attributed'] })[0]).toMatch(/GROUP BY d0$/);
  });

  it('are read for clicks window by window, where windows are long and one name makes the groups', () => {
    const days = (first: string, many: number) => {
      const from = new Date(first);
      return { from, to: new Date(from.getTime() + many * 86_400_000) };
    };
    const windows = [days('2026-09-01', 30), days('2026-10-10', 30)];
    const request = { measures: ['clicks', 'server_revenue'], dimensions: ['country'], windows };
    const [earlier = '', later = '', conversions = ''] = armsOf(request);
    expect(earlier).toMatch(/^SELECT pixel_summary\.country AS d0, 0 AS w, count\(\) AS a0/);
    expect(later).toMatch(/^SELECT pixel_summary\.country AS d0, 1 AS w, count\(\) AS a0/);
    const bounds = (sql: string) =>
      [...sql.matchAll(/event_time (?:>=|<) (\{\w+)/g)].map(([, name]) => name);
    expect(new Set([...bounds(earlier), ...bounds(later)]).size).toBe(4);
    expect(bounds(earlier)).toHaveLength(2);
    expect(conversions).toMatch(/AS w, 0 AS a0[\s\S]* OR /);
    const tablesOf = (some: Partial<Query>) => tables({ ...request, ...some });
    const once = ['events', 'conversions FINAL', 'costs FINAL', 'events', 'events'];
    expect(tablesOf({})).toEqual(['events', ...once]);
    expect(tablesOf({ dimensions: ['country', 'state'] })).toEqual(once);
    expect(tablesOf({ granularity: 'day' })).toEqual(once);
    expect(tablesOf({ windows: [days('2026-10-08', 1), days('2026-10-10', 30)] })).toEqual(once);
    const many = ['2026-06', '2026-07', '2026-08', '2026-09'].map((month) =>
      days(`${month}-01`, 30),
    );
    expect(tablesOf({ windows: many })).toEqual(once);
  });
});

describe('a statement', () => {
  it('keeps every value out of its text', () => {
    const nasty = `x'; DROP TABLE events -- \\ {p0:String} \0 %_`;
    const { sql, parameters } = statement({
      dimensions: ['affsub'],
      filters: [
        is('affsub', nasty),
        { member: 'affsub', operator: 'contains', values: [nasty] },
        { member: 'affsub', operator: 'gt', values: [nasty] },
      ],
      limit: 10,
      offset: 5,
      window,
    });
    expect(sql).not.toContain('DROP');
    expect(sql.match(/'[^']*'/g)?.every((text) => /^'[\w ]*'$/.test(text))).toBe(true);
    expect(Object.values(parameters)).toContainEqual(nasty);
  });

  it('has windows as instants, the end excluded', () => {
    const { sql, parameters } = statement({ window });
    expect(sql).toMatch(
      /pixel_summary\.event_time >= \{\w+:DateTime\('UTC'\)\} AND pixel_summary\.event_time < /,
    );
    expect(Object.values(parameters)).toEqual(
      expect.arrayContaining(['2026-11-20 05:00:00', '2026-11-21 05:00:00']),
    );
  });

  it('filters groups by measures and rows by dimensions', () => {
    const { sql } = statement({
      dimensions: ['country'],
      filters: [{ member: 'clicks', operator: 'gte', values: ['3'] }, is('device', 'mobile')],
    });
    expect(sql).toMatch(/WHERE pixel_summary\.device = \{\w+:String\}/);
    expect(sql).toMatch(/HAVING sum\(a0\) >= \{\w+:Float64\}/);
  });

  it('compares a text as it is stored, unless the filter has no name', () => {
    const whereOf = (filter: Omit<Extract<Filter, { values: unknown }>, 'member'>) =>
      /\nWHERE (.*)/.exec(statement({ filters: [{ member: 'device', ...filter }] }).sql)?.[1];
    const any = { values: ['mobile', 'tablet'] };
    expect(whereOf({ operator: 'equals', ...any })).toMatch(/^pixel_summary\.device IN \{/);
    expect(whereOf({ operator: 'notEquals', ...any })).toMatch(
      /^\(\S+\.device NOT IN \{[^}]*\}\)$/,
    );
    expect(whereOf({ operator: 'notContains', ...any })).toMatch(
      /^\(\S+\.device NOT ILIKE [^|]*\)$/,
    );
    expect(whereOf({ operator: 'notEquals', values: ['mobile', ''] })).toMatch(/nullIf.* IS NULL/);
    expect(whereOf({ operator: 'lt', values: ['mobile'] })).toMatch(/^nullIf/);
  });

  it('orders by time, else by the first measure downwards, and finally by the keys', () => {
    const orderOf = (query: Partial<Query>) => /ORDER BY (.*)/.exec(statement(query).sql)?.[1];
    expect(orderOf({ granularity: 'day', dimensions: ['country'] })).toBe('t ASC, d0 ASC');
    expect(orderOf({ dimensions: ['country'] })).toBe('m0 DESC, d0 ASC');
    expect(orderOf({ dimensions: ['country'], measures: [] })).toBe('d0 ASC');
    expect(orderOf({ granularity: 'month', order: [['hour', 'desc']] })).toBe('t DESC');
    expect(orderOf({})).toBeUndefined();
  });

  it('counts groups for a total', () => {
    expect(
      compileTotal(model, { measures: ['clicks'], dimensions: ['country'], timezone: 'UTC' }).sql,
    ).toMatch(
      /^SELECT toString\(count\(\)\)\nFROM \(SELECT d0\nFROM \(SELECT pixel_summary\.country AS d0 /,
    );
  });

  it('reads the versions as of an instant', () => {
    const { sql, parameters } = statement({
      measures: ['profit'],
      asOf: new Date('2026-11-20T10:00:00.250Z'),
    });
    expect(sql).toContain('conversion_versions WHERE known_at <=');
    expect(sql).not.toContain('conversions FINAL');
    expect(Object.values(parameters)).toContain('2026-11-20 10:00:00.250');
  });
});

describe('a refused query', () => {
  const refusals: [string, Partial<Query>][] = [
    ['an unknown measure', { measures: ['clickz'] }],
    ['an unknown dimension', { dimensions: ['person'] }],
    ['a column that is no member', { dimensions: ['excluded_reason'] }],
    ['an unknown filter', { filters: [is('raw_value', '1')] }],
    ['an order by what is not asked for', { dimensions: ['country'], order: [['device', 'asc']] }],
    ['nothing at all', { measures: [] }],
    ['an empty group of conditions', { filters: [{ or: [] }] }],
    [
      'dimensions and measures in one condition',
      { filters: [{ or: [is('country', 'US'), is('clicks', '1')] }] },
    ],
    ['a filter without a value', { filters: [is('country')] }],
    ['text where a number belongs', { filters: [is('project_id', '7 OR 1=1')] }],
    ['a number beyond all bounds', { filters: [is('clicks', '1e999')] }],
    ['not a number', { filters: [is('clicks', 'NaN')] }],
    [
      'contains on a number',
      { filters: [{ member: 'clicks', operator: 'contains', values: ['1'] }] },
    ],
    ['equals on time', { filters: [is('hour', '2026-11-20')] }],
    ['two values for gt', { filters: [{ member: 'clicks', operator: 'gt', values: ['1', '2'] }] }],
  ];
  it.each(refusals)('%s', (_, query) => {
    expect(() => statement(query)).toThrow(QueryProblem);
  });
});
