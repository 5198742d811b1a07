import { beforeAll, describe, expect, it } from 'vitest';
import { compile } from '#server/analytics/compiler/compile.ts';
import { readModel } from '#server/analytics/compiler/model.ts';
import type { Query } from '#server/analytics/compiler/query.ts';
import { sharedStores } from '#tests/support/stores.ts';
import { acme, insertClicks, insertCosts, insertSales } from './samples.ts';

const stores = sharedStores();
const model = readModel();

beforeAll(async () => {
  const { writer } = stores().warehouse;
  await insertClicks(writer, [
    { time: '2026-11-20T14:00:00.000Z', visitor: 'ann' },
    { time: '2026-10-20T14:00:00.000Z', visitor: 'bob', bot: 1 },
  ]);
  await insertSales(writer, [{ id: 'plan', time: '2026-11-20T14:10:00.000Z', value: '10' }]);
  await insertCosts(writer, [{ date: '2026-11-20', campaign: 'c1', spend: '4' }]);
});

/** The engine's plan: its tables, and the used parts of the key. */
async function planOf(query: Omit<Query, 'timezone' | 'filters' | 'window'>): Promise<string> {
  const { sql, parameters } = compile(model, {
    ...query,
    timezone: acme.timezone,
    filters: [{ member: 'project_id', operator: 'equals', values: [String(acme.id)] }],
    window: { from: new Date('2026-11-20T05:00:00Z'), to: new Date('2026-11-21T05:00:00Z') },
  });
  const answer = await stores().warehouse.writer.query({
    query: `EXPLAIN indexes = 1 ${sql}`,
    query_params: parameters,
    format: 'TabSeparatedRaw',
  });
  return (await answer.text()).replaceAll(/[│├└─]/g, ' ');
}

const reads = (plan: string) =>
  [...plan.matchAll(/ReadFrom\w*MergeTree \(\w+\.(\w+)\)/g)].map(([, table]) => table);

describe('the query plan of the engine', () => {
  it('finds clicks by project, event name, exclusion and time', async () => {
    const plan = await planOf({ measures: ['clicks', 'unique_clicks'], granularity: 'hour' });
    const keys = [...plan.matchAll(/PrimaryKey\s+Keys:\s+((?:\w+\s+)+?)Condition/g)].map(
      ([, names = '']) => names.trim().split(/\s+/),
    );
    expect(keys).toContainEqual(['project_id', 'event_name', 'left_out', 'event_time']);
    expect(keys).toContainEqual(['project_id', 'left_out', 'event_time']);
  });

  it('finds two windows by the same parts of the key, and reads nothing between them', async () => {
    const plan = await planOf({
      measures: ['clicks'],
      windows: [
        { from: new Date('2026-11-18T05:00:00Z'), to: new Date('2026-11-19T05:00:00Z') },
        { from: new Date('2026-11-20T05:00:00Z'), to: new Date('2026-11-21T05:00:00Z') },
      ],
    });
    const [keys = ''] = /PrimaryKey[\s\S]*?Parts:/.exec(plan) ?? [];
    expect(keys).toMatch(/Keys:\s+project_id\s+event_name\s+left_out\s+event_time\s+Condition/);
    expect(keys.match(/event_time in \[/g)).toHaveLength(2);
    expect(keys.match(/event_time in \(-Inf, /g)).toHaveLength(2);
  });

  it('finds costs by project and day', async () => {
    const plan = await planOf({ measures: ['cost'], dimensions: ['campaign_id'] });
    const [, keys = ''] =
      /\.costs\)[\s\S]*?PrimaryKey\s+Keys:\s+([\s\S]*?)Condition/.exec(plan) ?? [];
    expect(keys.trim().split(/\s+/)).toEqual(['project_id', 'date']);
  });

  it('reads no table that a total does not need', async () => {
    expect(reads(await planOf({ measures: ['server_revenue', 'server_users'] }))).toEqual([
      'conversions',
    ]);
    expect(reads(await planOf({ measures: ['bot_clicks'] }))).not.toContain('costs');
  });
});
