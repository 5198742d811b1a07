import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { vi } from 'vitest';
import { openSession } from '#server/accounts/sessions.ts';
import type { ModuleDependencies, RegisterModule } from '#server/modules.ts';
import { startMover } from '#server/pipeline/mover.ts';
import { createLive } from '#server/stream/live.ts';
import type { Warehouse } from '#server/warehouse/connect.ts';
import { appOf, productModules } from '#tests/support/app.ts';
import { silent, startStores } from '#tests/support/stores.ts';
import type { Fixture } from './matrix.ts';
import { type Company, canaries, seedTestData, type TestData } from './test-data.ts';

type Injected = {
  accessOf?: ModuleDependencies['accessOf'];
  billing?: ModuleDependencies['billing'];
  also?: RegisterModule;
};

export type TestProduct = Fixture & {
  pool: pg.Pool;
  warehouse: Warehouse;
  /** Waits until every event is in the figures. */
  flush(): Promise<void>;
  now: () => Date;
  routes: string[];
  /** A second app over the same stores. */
  build(injected?: Injected): Promise<{ app: FastifyInstance; routes: string[] }>;
  stop(): Promise<void>;
};

/** The whole product over stores of its own, with two companies and their events. */
export async function startTestProduct(): Promise<TestProduct> {
  const now = () => new Date('2026-11-20T12:00:00.000Z');
  const stores = await startStores();
  const { pool, warehouse } = stores;
  const live = createLive({ pool, reader: warehouse.reader, now, log: silent });
  const mover = startMover({ pool, warehouse, log: silent, now, onArrived: live.keep });

  async function build({ accessOf, billing = { mode: 'manual' }, also }: Injected = {}) {
    const routes: string[] = [];
    const modules = productModules({
      pool,
      reader: warehouse.reader,
      now,
      wake: mover.wake,
      onDecision: mover.notifyDecision,
      watermark: mover.watermark,
      billing,
      ...(accessOf ? { accessOf } : {}),
    });
    const app = await appOf([...modules, ...(also ? [also] : [])], {
      onRoute: ({ method, url }) => {
        for (const one of [method].flat()) routes.push(`${one} ${url}`);
      },
    });
    return { app, routes };
  }

  const data = await seedTestData(pool, now());
  const built = await build();
  await reportEvents(built.app, data);
  await mover.flush();
  await refreshed(pool);
  await readConversions(warehouse, data);
  return {
    ...built,
    pool,
    warehouse,
    flush: mover.flush,
    data,
    now,
    build,
    async reopen({ token, userId }) {
      return token === null ? null : openSession(pool, userId, { now: now(), userAgent: 'matrix' });
    },
    async stop() {
      await built.app.close();
      await mover.stop();
      await stores.stop();
    },
  };
}

/** New affiliates trigger the computation of their earlier earnings. */
const refreshed = (pool: pg.Pool) =>
  vi.waitUntil(async () => (await pool.query('select from pending_refresh')).rowCount === 0, {
    timeout: 20_000,
  });

/** Adds the warehouse ids of the purchases to the test data. */
async function readConversions(
  { reader }: Pick<Warehouse, 'reader'>,
  data: TestData,
): Promise<void> {
  const answer = await reader.query({
    query: 'SELECT order_id, conversion_id FROM conversions FINAL',
    format: 'JSONEachRow',
  });
  const rows = await answer.json<{ order_id: string; conversion_id: string }>();
  for (const company of [data.own, data.sibling, data.foreign]) {
    const sold = rows.find(({ order_id }) => order_id === `${company.canary}-order`);
    if (!sold) throw new Error(`There is no purchase at ${company.canary}.`);
    company.conversionId = sold.conversion_id;
  }
}

/** Clicks and purchases of every affiliate, with the canary in every text that a report can show. */
async function reportEvents(app: FastifyInstance, { own, sibling, foreign }: TestData) {
  const report = async ({ collectKey }: Company, affid: string, canary: string) => {
    const visit = {
      event_time: '2026-11-20T10:00:00Z',
      affid,
      visitor_id: `${canary}-visitor`,
      country: 'US',
      state: 'TX',
      ...Object.fromEntries(
        ['affsub', 'campaign_id', 'adset_id', 'ad_id', 'utm_source', 'utm_medium', 'utm_campaign']
          .concat(['utm_content', 'referrer', 'channel', 'device', 'offer_id', 'campaign_name'])
          .map((name) => [name, `${canary}-${name}`]),
      ),
    };
    const sale = { ...visit, event_time: '2026-11-20T10:05:00Z', value: 90, currency: 'USD' };
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/collect/server/',
      headers: { authorization: `Token ${collectKey}` },
      payload: {
        events: [
          { ...visit, event_name: 'click', click_id: `${canary}-click` },
          { ...visit, event_name: 'page_view' },
          { ...sale, event_name: 'purchase', event_id: `${canary}-1`, order_id: `${canary}-order` },
        ],
      },
    });
    if (answer.statusCode !== 202 || answer.json().accepted !== 3) throw new Error(answer.body);
  };
  const named = async ({ collectKey }: Company, code: string, canary: string) => {
    const ids = { campaign_id: code, adset_id: code, ad_id: code };
    const names = { campaign_name: canary, adset_name: canary, ad_name: canary };
    const click = { event_name: 'click', event_time: '2026-11-20T10:00:00Z', affid: code };
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/collect/server/',
      headers: { authorization: `Token ${collectKey}` },
      payload: { events: [{ ...click, ...ids, ...names, click_id: `${code}-click` }] },
    });
    if (answer.statusCode !== 202 || answer.json().accepted !== 1) throw new Error(answer.body);
  };
  await named(own, own.hiddenKey, canaries.own);
  await named(own, sibling.hiddenKey, canaries.sibling);
  await named(foreign, foreign.hiddenKey, canaries.foreign);
  await report(own, own.affId, canaries.own);
  await report(own, sibling.affId, canaries.sibling);
  await report(foreign, foreign.affId, canaries.foreign);
}
