import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import pino from 'pino';
import { createHasher } from '#server/accounts/hasher.ts';
import { openSession } from '#server/accounts/sessions.ts';
import { buildApp } from '#server/app.ts';
import { parseEnv } from '#server/env.ts';
import { type Noun, type NounDependencies, nounsOf } from '#server/nouns.ts';
import { openStores } from '#server/stores.ts';
import { startMover } from '#server/warehouse/mover.ts';
import type { Stage } from './matrix.ts';
import { type Company, canaries, createWorld, type World } from './world.ts';

type Injected = { accessOf?: NounDependencies['accessOf']; also?: Noun };

export type Setting = Stage & {
  pool: pg.Pool;
  now: () => Date;
  routes: string[];
  /** The app once more, over the same stores. */
  build(injected?: Injected): Promise<{ app: FastifyInstance; routes: string[] }>;
  stop(): Promise<void>;
};

/** The product's own app over stores of its own, with two companies and their events in them. */
export async function startSetting(): Promise<Setting> {
  const log = pino({ level: 'silent' });
  const now = () => new Date('2026-11-20T12:00:00.000Z');
  const folder = await mkdtemp(join(tmpdir(), 'clickledger-matrix-'));
  const stores = await openStores(parseEnv({ DATA_DIR: join(folder, 'data') }), log);
  const { warehouse } = stores;
  const { pool } = stores.database;
  const mover = startMover({ pool, warehouse, log, now });

  async function build({ accessOf, also }: Injected = {}) {
    const routes: string[] = [];
    const app = await buildApp({
      log,
      version: '0.0.0',
      trustProxy: false,
      pages: {
        directory: null,
        config: {
          api_base_url: '',
          cube_api_url: '/cubejs-api/v1',
          collect_url: '/t',
          stripe_public_key: null,
          sentry_dsn: null,
        },
      },
      ready: async () => true,
      onRoute: ({ method, url }) => {
        for (const one of [method].flat()) routes.push(`${one} ${url}`);
      },
      nouns: [
        ...nounsOf({
          pool,
          reader: warehouse.reader,
          hasher: createHasher(),
          log,
          now,
          wake: mover.wake,
          watermark: mover.watermark,
          analyticsSecret: 'only for these tests',
          version: '0.0.0',
          publicUrl: () => 'https://ledger.test',
          useCube: true,
          ...(accessOf ? { accessOf } : {}),
        }),
        ...(also ? [also] : []),
      ],
    });
    return { app, routes };
  }

  const world = await createWorld(pool, now());
  const built = await build();
  await reportEvents(built.app, world);
  await mover.flush();
  return {
    ...built,
    pool,
    world,
    now,
    build,
    async reopen({ token, userId }) {
      return token === null ? null : openSession(pool, userId, { now: now(), userAgent: 'matrix' });
    },
    async stop() {
      await built.app.close();
      await mover.stop();
      await stores.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Clicks and purchases of every affiliate, with the canary in every text that a report can show. */
async function reportEvents(app: FastifyInstance, { own, sibling, foreign }: World) {
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
  await report(own, own.affId, canaries.own);
  await report(own, sibling.affId, canaries.sibling);
  await report(foreign, foreign.affId, canaries.foreign);
}
