import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createHasher } from './accounts/hasher.ts';
import { buildApp } from './app.ts';
import { startDemo } from './demo/start.ts';
import type { Env } from './env.ts';
import { nounsOf } from './nouns.ts';
import { projectRoot } from './root.ts';
import { openStores } from './stores.ts';
import { startMover } from './warehouse/mover.ts';

type Options = {
  env: Env;
  log: Logger;
  now: () => Date;
  /** The folder of the built browser app. */
  pages: string | null;
};

export type Product = {
  app: FastifyInstance;
  address: string;
  databaseUrl: string;
  /** Resolves when everything acknowledged so far is in the figures. */
  flush(): Promise<void>;
  /** What a person at the terminal wants to know first. */
  greeting: string[];
  /** Answers what is under way, moves what is in hand, then stops the stores. */
  stop(): Promise<void>;
};

/** Everything from the stores to the listening socket. */
export async function startProduct({ env, log, now, pages }: Options): Promise<Product> {
  const stores = await openStores(env, log);
  const { dataDir, database, warehouse } = stores;
  const { pool } = database;
  const mover = startMover({ pool, warehouse, log, now });
  const hasher = createHasher();
  const version = await ownVersion();
  let isStopping = false;

  const publicUrl = `http://${env.HOST}:${env.PORT}`;
  const app = await buildApp({
    log,
    version,
    trustProxy: trusted(env.TRUST_PROXY),
    pages: {
      directory: pages,
      config: {
        api_base_url: '',
        cube_api_url: env.CUBE_API_URL ?? '/cubejs-api/v1',
        collect_url: '/t',
        stripe_public_key: null,
        sentry_dsn: null,
      },
    },
    ready: async () => {
      if (isStopping) return false;
      const [stored, counted] = await Promise.allSettled([
        pool.query('select 1'),
        warehouse.reader.query({ query: 'SELECT 1' }).then((result) => result.text()),
      ]);
      return stored.status === 'fulfilled' && counted.status === 'fulfilled';
    },
    nouns: nounsOf({
      pool,
      reader: warehouse.reader,
      hasher,
      log,
      now,
      wake: mover.wake,
      watermark: mover.watermark,
      analyticsSecret: await dataDir.secret('analytics'),
      version,
      publicUrl,
      useCube: env.USE_CUBE,
    }),
  });

  const address = await app.listen({ host: env.HOST, port: env.PORT });
  const demo = env.DEMO
    ? await startDemo({
        pool,
        dataDir,
        hasher,
        log,
        now,
        wake: mover.wake,
        env,
        say: (line) => console.log(line),
      })
    : null;

  return {
    app,
    address,
    databaseUrl: database.url,
    flush: mover.flush,
    greeting: [
      '',
      `Clickledger is at ${address}`,
      ...(demo
        ? [
            `Sign in as ${demo.email}${demo.password ? ` with the password ${demo.password}` : ' with the password you chose'}`,
          ]
        : ['Create an account with: npm run user -- you@example.com']),
      '',
    ],
    async stop() {
      isStopping = true;
      await demo?.stop();
      await app.close();
      await mover.stop();
      await stores.stop();
    },
  };
}

async function ownVersion(): Promise<string> {
  const text = await readFile(join(projectRoot, 'package.json'), 'utf8');
  const { version }: { version: string } = JSON.parse(text);
  return version;
}

/** `TRUST_PROXY=1` believes the nearest proxy; anything else is a list of addresses. */
const trusted = (setting: string | undefined): boolean | string =>
  setting === undefined || setting === '' ? false : setting === 'true' ? true : setting;
