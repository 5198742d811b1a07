import { describe, expect, it } from 'vitest';
import type { Grouping } from '#contract/analytics/dimensions.ts';
import type { TableQuestion } from '#model/query.ts';
import type { Row } from '#services/dashboard/cube/client.ts';
import { cubeReports } from '#services/dashboard/cube/reports.ts';
import type { Reports } from '#services/dashboard/reports.ts';
import type { Api } from '#services/kit/api.ts';
import { question } from '../../support/samples.ts';

/** The table over the analytics endpoint, and the further queries for the names of its rows. */
async function tableOf(
  grouping: Grouping,
  keys: readonly string[],
  longTable: Reports['table'] = () => expect.unreachable('A table of some rows is not long.'),
  limit = 500,
) {
  const requests: unknown[] = [];
  const names: Record<string, string> = { c1: 'Spring', US: 'United States' };
  const api = {
    async call(name: string, { query }: { query: { counts: '0' | '1' } }) {
      requests.push([name, query]);
      const found = query.counts === '0' ? names : { c1: 'Old spring', c2: 'autumn_utm' };
      return {
        variants: Object.entries(found).map(([value, label]) => ({ value, label, count: null })),
      };
    },
  } as unknown as Api;
  const rows = keys.map(
    (key): Row => ({ [`pixel_summary.${grouping}`]: key, 'pixel_summary.server_revenue': '1.00' }),
  );
  const reports = cubeReports({
    api,
    cube: { load: async () => ({ answers: [rows, []], refreshedAt: '' }), preload() {} },
    history: { hasEvents: async () => true, learnFrom() {} },
    longTable,
    now: () => Date.parse('2026-11-20T20:14:05Z'),
  });
  const table: TableQuestion = {
    ...question,
    grouping,
    path: [],
    sort: 'revenue',
    order: 'desc',
    isEarning: false,
    isEstimated: false,
    spent: 'sums',
    extras: [],
    limit,
  };
  const answer = await reports.table(table, new AbortController().signal);
  return { labels: answer.data.rows.map(({ label }) => label), requests, answer };
}

const call = (name: string, counts: '0' | '1') => [
  'paramVariants',
  { project_id: question.project, name, counts },
];

describe('the rows of a table over the analytics endpoint', () => {
  it('have the names that are known without counting', async () => {
    const { labels, requests } = await tableOf('campaign_id', ['c1']);
    expect(labels).toEqual(['Spring']);
    expect(requests).toEqual([call('params.campaign_id', '0')]);
  });

  it('cause one more query where a campaign has no name of its own, and keep the known names', async () => {
    const { labels, requests } = await tableOf('campaign_id', ['c1', 'c2', 'c3']);
    expect(labels).toEqual(['Spring', 'autumn_utm', 'c3']);
    expect(requests).toEqual([call('params.campaign_id', '0'), call('params.campaign_id', '1')]);
  });

  it('keep the ids of ad sets and ads that have no name', async () => {
    const { labels, requests } = await tableOf('ad_id', ['c2']);
    expect(labels).toEqual(['c2']);
    expect(requests).toEqual([call('params.ad_id', '0')]);
  });

  it('are those of the dashboard call where they are more than its client accepts', async () => {
    const keys = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`);
    const { answer } = await tableOf('utm_source', ['of the call']);
    expect((await tableOf('utm_source', keys(1_999))).labels).toHaveLength(500);
    expect((await tableOf('utm_source', keys(2_000), async () => answer)).labels).toEqual([
      'of the call',
    ]);
  });

  it('are those of the dashboard call where all rows of a table are wanted', async () => {
    const { answer } = await tableOf('utm_source', ['of the call']);
    const { labels, requests } = await tableOf('campaign_id', ['c1'], async () => answer, 100_000);
    expect([labels, requests]).toEqual([['of the call'], []]);
  });

  it('need no query where every name is its key', async () => {
    const { labels, requests } = await tableOf('utm_source', ['c1']);
    expect(labels).toEqual(['c1']);
    expect(requests).toEqual([]);
  });
});
