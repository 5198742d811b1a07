import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FunnelFigures, FunnelReport, Opportunities } from '#contract/funnels/report.ts';
import { createWarehouseReads } from '#server/analytics/runner/query-runner.ts';
import { stepHealthJob } from '#server/funnels/health/health-job.ts';
import { sharedStores } from '#tests/support/stores.ts';
import { start } from '../projects/users.ts';
import { type EventSample, insertEvents } from './discovery-data.ts';
import { type Funnels, startFunnels } from './fixture.ts';

const stores = sharedStores();
const hour = 3_600_000;
const quarter = hour / 4;
const days = 'start=2026-11-18&end=2026-11-20&timezone=UTC';

let funnels: Funnels;
beforeAll(async () => {
  funnels = await startFunnels(stores());
});
afterAll(() => funnels.stop());

/** Twelve people an hour for five weeks: all open the checkout, half of them order. The checkout may stop. */
function visits(project: number, hoursWithoutCheckout: number): EventSample[] {
  const events: EventSample[] = [];
  for (let back = 1; back <= 35 * 24; back += 1) {
    for (let index = 0; index < 12; index += 1) {
      const from = start.getTime() - back * hour + index * 4 * 60_000;
      const add = (event: string, after: number) =>
        events.push({
          ...{ project, event, visitor: `v${back}-${index}` },
          at: new Date(from + after).toISOString(),
        });
      add('page_view', 0);
      if (back > hoursWithoutCheckout) add('initiate_checkout', 60_000);
      if (index % 2 === 0) add('purchase', 120_000);
    }
  }
  return events;
}

const turnOf = (project: number, { signal } = new AbortController()) => ({ project, signal });

async function company(hoursWithoutCheckout: number) {
  const own = await funnels.company();
  const { slug } = await own.published();
  const { pool, warehouse } = stores();
  await insertEvents(warehouse.writer, visits(own.id, hoursWithoutCheckout));
  const { select } = createWarehouseReads(warehouse.reader);
  let until = start;
  const job = stepHealthJob({ pool, select, watermark: async () => until });
  /** The next run of the job by its schedule. */
  const evaluate = async () => {
    await job.work(turnOf(own.id));
    until = new Date(until.getTime() + quarter);
  };
  const read = async <Answer>(call: string): Promise<Answer> => {
    const answer = await own.send('GET', `${slug}/${call}/?${days}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json() as Answer;
  };
  const checkout = async () =>
    (await read<FunnelReport>('report')).steps.find((step) => step.slug === 'checkout');
  return { evaluate, read, checkout };
}

it('is not evaluated any more once the job has to stop', async () => {
  const { id, published, send } = await funnels.company();
  const slugs = [await published(), await published({ name: 'Other' })].map(({ slug }) => slug);
  const { pool, warehouse } = stores();
  const stopping = new AbortController();
  const { select } = createWarehouseReads(warehouse.reader);
  const job = stepHealthJob({
    pool,
    select: (statement) => {
      stopping.abort(new Error('The process stops.'));
      return select(statement);
    },
    watermark: async () => start,
  });
  await expect(job.work(turnOf(id, stopping))).rejects.toThrow('The process stops.');
  const checked = async (slug: string) => {
    const report = (await send('GET', `${slug}/report/?${days}`)).json<FunnelReport>();
    return report.steps.every(({ health }) => health.checked_at !== null);
  };
  expect((await Promise.all(slugs.map(checked))).sort()).toEqual([false, true]);
});

describe('a step whose events stop', () => {
  it('says so after at most two evaluations, and since when', async () => {
    const { evaluate, checkout } = await company(3);
    await evaluate();
    await evaluate();
    const health = (await checkout())?.health;
    const last = start.getTime() - 4 * hour + 45 * 60_000;
    expect(health).toMatchObject({ state: 'silent', since: new Date(last).toISOString(), seen: 0 });
  });

  it('is no loss in the list, the report or the opportunities', async () => {
    const { evaluate, read, checkout } = await company(20);
    expect((await checkout())?.revenue_at_stake).not.toBeNull();
    expect((await read<FunnelFigures>('figures')).worst_step?.slug).toBe('checkout');
    await evaluate();

    expect(await checkout()).toMatchObject({ health: { state: 'silent' }, revenue_at_stake: null });
    const { worst_step, health } = await read<FunnelFigures>('figures');
    expect(health.map(({ slug, state }) => [slug, state])).toEqual([
      ['landing', 'ok'],
      ['checkout', 'silent'],
      ['order', 'ok'],
    ]);
    expect(worst_step?.slug).not.toBe('checkout');
    const { steps, silent } = await read<Opportunities>('opportunities');
    expect(silent).toEqual([{ slug: 'checkout', name: 'Step checkout' }]);
    expect(steps.map(({ slug }) => slug)).toEqual(['order']);
  });

  it('is a loss again once its events arrive as usual', async () => {
    const { evaluate, checkout, read } = await company(0);
    await evaluate();
    expect(await checkout()).toMatchObject({ health: { state: 'ok' } });
    expect((await read<Opportunities>('opportunities')).silent).toEqual([]);
  });
});
