import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DimensionRow } from '#contract/analytics/dimension-rows.ts';
import { eventProperties } from '#contract/funnels/definition.ts';
import { funnelBreakdowns } from '#contract/funnels/report.ts';
import { availableGroupings, childGroupingOf } from '#machines/dashboard/breakdown-model.ts';
import { migrateWarehouse } from '#server/warehouse/migrate.ts';
import { groupingNames } from '#views/dashboard/table/groupings.ts';
import { propertyWord } from '#views/funnels/steps/filter-words.ts';
import { groupNames } from '#views/selection/groups.ts';
import type { ProjectSeed } from './random-projects.ts';
import { type SeededProduct, startSeededProduct } from './seeded-product.ts';

/** The one row of a dimension that only this test knows: where on a page an ad stood. */
const placement = vi.hoisted(
  () =>
    ({
      name: 'placement',
      label: 'Placement',
      many: 'Placements',
      definition: 'Where the ad of the click stood.',
      from: 'click',
      opens: ['campaign_id'],
      filter: 'placement',
      sent: { as: 'tag', longest: 64, by: 'address' },
    }) satisfies DimensionRow,
);

vi.mock(import('#contract/analytics/dimension-rows.ts'), async (original) => {
  const { dimensionRows } = await original();
  const rows: readonly DimensionRow[] = [...dimensionRows, placement];
  return { dimensionRows: rows as unknown as typeof dimensionRows };
});

/** Its one migration. */
const migration = ['events', 'conversions', 'conversion_versions']
  .map((table) => `ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS placement LowCardinality(String);`)
  .join('\n');

const day = '2026-11-20';
const at = (time: string) => `${day}T${time}:00.000Z`;
const shop: ProjectSeed = {
  name: 'Shop',
  timezone: 'UTC',
  currency: 'USD',
  terms: { '1001': [{ from: 0, type: 'revshare', value: '0.1' }] },
  payouts: [],
  rates: [],
  requests: [],
};

let product: SeededProduct;
let folder: string;

beforeAll(async () => {
  product = await startSeededProduct([shop], () => new Date(at('20:00')));
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  await cp('server/warehouse/migrations', folder, { recursive: true });
  await writeFile(join(folder, '0999-placement.sql'), migration);
  await migrateWarehouse(product.warehouse.writer, { folder });

  const [project] = product.projects;
  if (!project) throw new Error('There is no project.');
  const click = (visitor_id: string, more: object) => ({
    event_name: 'click',
    event_time: at('10:00'),
    source: 'browser' as const,
    visitor_id,
    campaign_id: 'c-1',
    ...more,
  });
  const sale = (visitor_id: string, value: string) => ({
    event_name: 'purchase',
    event_time: at('11:00'),
    order_id: `order of ${visitor_id}`,
    visitor_id,
    value,
  });
  await product.report(project, [
    click('v1', { placement: 'feed' }),
    click('v2', { placement: 'story' }),
    click('v3', { url: 'https://shop.test/?placement=feed&utm_source=meta' }),
    click('v4', {}),
    click('v5', { placement: '{placement}' }),
    sale('v1', '100'),
    sale('v2', '30'),
    sale('v9', '5'),
  ]);
  await product.flush();
}, 60_000);
afterAll(async () => {
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
});

const scope = () => ({
  affiliate_id: 'all',
  project_id: `${product.projects[0]?.id}`,
  start_date: day,
  end_date: day,
  timezone: 'UTC',
});

async function get(path: string, query: Record<string, string>) {
  const { status, body, text } = await product.get(
    `/api/v1/${path}/?${new URLSearchParams(query)}`,
    product.tokens.owner,
  );
  expect(status, text).toBe(200);
  return body as never;
}

type Line = { key: string | null; label: string; clicks: number; revenue: number };

async function table(query: Record<string, string>) {
  const { data }: { data: { rows: Line[]; unattributed: Line } } = await get('rc-table-data', {
    ...scope(),
    min_revenue: '0',
    ...query,
  });
  return data;
}

const figures = (rows: readonly Line[]) =>
  Object.fromEntries(rows.map(({ key, clicks, revenue }) => [key, [clicks, revenue]]));

describe('a dimension that is one row and one migration', { timeout: 60_000 }, () => {
  it('groups clicks, and conversions by the click that earned them', async () => {
    const { rows, unattributed } = await table({ group_by: 'placement' });
    expect(figures(rows)).toEqual({ feed: [2, 100], story: [1, 30], null: [2, 0] });
    expect(unattributed.revenue).toBe(5);
  });

  it('filters, and excludes', async () => {
    const totals = async (filter: string) => {
      const { rows } = await table({ group_by: 'country', placement: filter });
      return rows.map(({ clicks, revenue }) => [clicks, revenue]);
    };
    expect(await totals('feed')).toEqual([[2, 100]]);
    expect(await totals('-feed')).toEqual([[3, 35]]);
  });

  it('opens other rows, and is opened by them', async () => {
    const campaigns = await table({ group_by: 'campaign_id', parent: 'placement:feed' });
    expect(figures(campaigns.rows)).toEqual({ 'c-1': [2, 100] });
    const placements = await table({ group_by: 'placement', parent: 'campaign_id:c-1' });
    expect(figures(placements.rows)).toEqual({ feed: [2, 100], story: [1, 30], null: [2, 0] });
  });

  it('counts by other attribution models too', async () => {
    const { rows } = await table({ group_by: 'placement', model: 'first_click', clock: 'click' });
    expect(figures(rows)).toMatchObject({ feed: [2, 100], story: [1, 30] });
  });

  it('lists its values for filters', async () => {
    const { project_id } = scope();
    expect(await get('param-variants', { project_id, name: 'params.placement' })).toMatchObject({
      variants: [
        { value: 'feed', count: 2 },
        { value: 'story', count: 1 },
      ],
    });
  });

  it('is a member of the Cube model', async () => {
    const token = product.tokens.owner;
    const { body: meta } = await product.get('/cubejs-api/v1/meta', token);
    expect(JSON.stringify(meta)).toContain(
      JSON.stringify({
        name: 'pixel_summary.placement',
        title: 'Placement',
        shortTitle: 'Placement',
        description: placement.definition,
        type: 'string',
      }).slice(0, -1),
    );
    const query = {
      measures: ['pixel_summary.clicks', 'pixel_summary.server_revenue'],
      dimensions: ['pixel_summary.placement'],
      filters: [
        { member: 'pixel_summary.project_id', operator: 'equals', values: [scope().project_id] },
        { member: 'pixel_summary.placement', operator: 'set' },
      ],
      order: { 'pixel_summary.placement': 'asc' },
    };
    const { body } = await product.get(
      `/cubejs-api/v1/load?query=${encodeURIComponent(JSON.stringify(query))}`,
      token,
    );
    expect((body as { data: Record<string, string>[] }).data.map(Object.values)).toEqual([
      ['feed', '2', '100'],
      ['story', '1', '30'],
    ]);
  });

  it('stands in files and in the conversion log', async () => {
    const file = async (path: string, query: Record<string, string>) => {
      const all = { ...scope(), format: 'csv', part: 'all', ...query };
      const bytes = await product.file(
        `/api/v1/${path}/?${new URLSearchParams(all)}`,
        product.tokens.owner,
      );
      return bytes.toString();
    };
    const csv = await file('export', {
      report: 'rc-table-data',
      group_by: 'placement',
      min_revenue: '0',
    });
    expect(csv).toContain('group_by = placement');
    expect(csv).toMatch(/^row,feed,/m);
    const log = await file('conversions/export', {});
    expect(log).toContain('placement');
    expect(log).toContain('Placement. Where the ad of the click stood');
    const conversions: { placement: string | null }[] = await get('conversions', scope());
    expect(conversions.map((one) => one.placement).sort()).toEqual(['feed', null, 'story']);
  });

  it('divides the people of funnels, and filters their events', () => {
    expect(funnelBreakdowns).toContain('placement');
    expect(eventProperties).toContain('placement');
    expect(propertyWord('placement')).toBe('Placement');
  });

  it('is in the menus of the dashboard', () => {
    const place = { grouping: 'campaign_id', path: [] } as const;
    expect(availableGroupings(place)).toContain('placement');
    expect(groupingNames).toMatchObject({ placement: { one: 'Placement', many: 'Placements' } });
    expect(groupNames).toMatchObject({ placement: 'Placement' });
    expect(childGroupingOf({ grouping: 'placement' as never, path: [] }, 'feed')).toBe(
      'campaign_id',
    );
  });
});
