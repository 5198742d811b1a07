import { describe, expect, it } from 'vitest';
import { compile } from '#server/analytics/compiler/compile.ts';
import { readModel } from '#server/analytics/compiler/model.ts';
import type { Query } from '#server/analytics/compiler/query.ts';
import { withLists } from '#server/analytics/rewriting/distinct-people.ts';

const model = readModel();

const written = (query: Partial<Query>) =>
  withLists(compile(model, { measures: [], timezone: 'UTC', ...query }).sql);

const list = 'length(arrayCompact(arraySort(groupArray(pixel_summary.person))))';

describe('the count of people', () => {
  it('uses a list for each group, where one arm counts them beside others', () => {
    const sql = written({ measures: ['unique_clicks', 'server_users'], dimensions: ['country'] });
    expect(sql).toContain(`${list} AS a0`);
    expect(sql).not.toContain('bitAnd');
    expect(sql).toContain('uniqExactIf(pixel_summary.person, ');
  });

  it('uses a list where there is only one arm', () => {
    const filters = [{ member: 'record', operator: 'equals' as const, values: ['click'] }];
    const sql = written({ measures: ['unique_clicks'], granularity: 'day', filters });
    expect(sql).toContain(`${list} AS m0`);
    const many = { member: 'unique_clicks', operator: 'gte' as const, values: ['10'] };
    const shown = written({
      measures: ['unique_clicks'],
      granularity: 'day',
      filters: [...filters, many],
    });
    expect(shown).toMatch(/HAVING .*arrayCompact/);
    expect(shown).not.toContain('uniqExactIf');
  });

  it('is split where there are no groups', () => {
    const [clicks, bots] = written({ measures: ['unique_clicks', 'bot_clicks'] }).split(
      'UNION ALL',
    );
    expect(clicks).toContain(list);
    expect(clicks).toContain('GROUP BY bitAnd(pixel_summary.person, 15)');
    expect(bots).not.toContain('GROUP BY');
  });

  it('is split by window where nothing else makes groups', () => {
    const day = (date: string, next: string) => ({ from: new Date(date), to: new Date(next) });
    const windows = [day('2026-11-18', '2026-11-19'), day('2026-11-20', '2026-11-21')];
    const measures = ['unique_clicks', 'bot_clicks'];
    const [clicks, bots] = written({ measures, windows }).split('UNION ALL');
    expect(clicks).toContain('GROUP BY w, bitAnd(pixel_summary.person, 15)');
    expect(bots).not.toContain('bitAnd');
    expect(written({ measures, windows, granularity: 'day' })).not.toContain('bitAnd');
  });
});
