import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addsUp, clocks, models } from '#contract/analytics/attribution.ts';
import { report, type Table, tableSchema } from '#contract/analytics/report.ts';
import { isCost } from '#tests/support/reference/reported.ts';
import { additive } from '#tests/support/reference/reports.ts';
import { seededRandom } from '../../torture/support/seeded-random.ts';
import { randomProjects } from './random-projects.ts';
import { type SeededProduct, type SeededProject, startSeededProduct } from './seeded-product.ts';

const seed = Number(process.env.ATTRIBUTION_SEED ?? 20_261_121);
const random = seededRandom(seed);
const [told] = randomProjects(seed);
const ever = { start_date: '2026-05-01', end_date: '2026-11-20' };

let product: SeededProduct;
let project: SeededProject;
let shuffled: SeededProject;

beforeAll(async () => {
  if (!told) throw new Error('There is no project to seed.');
  console.info(`seed ${seed}`);
  product = await startSeededProduct([
    told,
    { ...told, name: 'The same in another order', rates: [] },
  ]);
  [project, shuffled] = product.projects as [SeededProject, SeededProject];
  for (const request of told.requests) {
    await product.report(project, request);
    await product.flush();
  }
  // Of costs the last report counts; the other events have no order.
  const events = random.shuffled(told.requests.flat().filter((one) => !isCost(one)));
  const costs = told.requests.map((request) => request.filter(isCost));
  const size = Math.ceil(events.length / 7);
  for (let from = 0; from < events.length; from += size) {
    await product.report(shuffled, events.slice(from, from + size));
    await product.flush();
  }
  for (const request of costs.filter(({ length }) => length > 0)) {
    await product.report(shuffled, request);
  }
  await product.flush();
}, 300_000);
afterAll(() => product?.stop());

async function table(query: Record<string, string>, of: SeededProject = project): Promise<Table> {
  const search = new URLSearchParams({
    affiliate_id: 'all',
    project_id: `${of.id}`,
    timezone: 'Asia/Kathmandu',
    min_revenue: '0',
    excluded: '0',
    ...query,
  });
  const url = `/api/v1/rc-table-data/?${search}`;
  const { status, body } = await product.get(url, product.tokens.owner);
  expect(status, JSON.stringify(body)).toBe(200);
  return report(tableSchema).parse(body).data;
}

let usual: Promise<Table> | null = null;

const cents = (value: number) => Math.round(value * 100);

describe.each(models)('by %s', (model) => {
  it.each(clocks)('every model adds up to the same, on the clock of the %s', async (clock) => {
    usual ??= table({ ...ever, group_by: 'affid' });
    const { total } = await usual;
    expect(total.conversions).toBeGreaterThan(100);
    for (const [lookback_days, group_by] of [
      ['1', 'campaign_id'],
      ['30', 'affid'],
      ['90', 'country'],
    ] as const) {
      const found = await table({ ...ever, model, clock, lookback_days, group_by, limit: '3' });
      expect(found.total).toEqual(total);
      for (const column of additive) {
        const parts = [...found.rows, found.unattributed, found.other];
        const sum = parts.reduce((left, part) => left + cents(part[column]), 0);
        if (addsUp(model)) expect(sum).toBe(cents(found.total[column]));
        else expect(sum).toBeGreaterThanOrEqual(cents(found.total[column]) - parts.length);
      }
    }
  });

  it('the order in which touches arrived does not matter', async () => {
    for (const clock of clocks) {
      const query = { ...ever, model, clock, lookback_days: '90', group_by: 'campaign_id' };
      expect(await table(query)).toEqual(await table(query, shuffled));
    }
  });

  it('the difference between the clocks is the moved conversions', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      const first = random.between(1, 20);
      const days = {
        start_date: `2026-10-${String(first).padStart(2, '0')}`,
        end_date: `2026-10-${String(random.between(first, 31)).padStart(2, '0')}`,
      };
      const query = { ...days, model, group_by: 'affid' };
      const { bridge, total } = await table({ ...query, clocks: 'both' });
      const onClick = await table({ ...query, clock: 'click' });
      expect(bridge).toBeDefined();
      if (!bridge) return;
      for (const figure of ['conversions', 'server_revenue'] as const) {
        const { conversion_clock, clicked_before, converted_after, click_clock } = bridge;
        expect(cents(conversion_clock[figure])).toBe(cents(total[figure]));
        expect(cents(click_clock[figure])).toBe(cents(onClick.total[figure]));
        expect(cents(click_clock[figure])).toBe(
          cents(conversion_clock[figure]) -
            cents(clicked_before[figure]) +
            cents(converted_after[figure]),
        );
      }
    }
  });
});
