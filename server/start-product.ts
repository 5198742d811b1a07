import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { textMap } from '#contract/text-map.ts';
import { hasAccounts } from './accounts/first-account.ts';
import { createHasher } from './accounts/hasher.ts';
import { type SignUpGate, signUpGate, signUpRuleOf } from './accounts/sign-up-gate.ts';
import { createLabelCache, type LabelCache } from './analytics/runner/label-cache.ts';
import {
  createProjectEditions,
  type ProjectEditions,
} from './analytics/runner/project-editions.ts';
import type { Select } from './analytics/runner/query-runner.ts';
import { createWarehouseReads } from './analytics/runner/query-runner.ts';
import { buildApp } from './app.ts';
import { createSubscriptionControl } from './billing/billing.ts';
import { type BillingSettings, billingSettingsOf } from './billing/settings.ts';
import { type Demo, startDemo } from './demo/start.ts';
import { createDestinationCheck } from './egress/destination-checks.ts';
import { lookupBySystem } from './egress/resolve-host.ts';
import { type Dispatcher, startDispatcher } from './event-pixels/dispatcher.ts';
import { createVault, type Vault } from './event-pixels/vault.ts';
import { type AddressInfo, openAddressInfo } from './geo/address-info.ts';
import type { Job } from './jobs/define-job.ts';
import { type Jobs, startJobs } from './jobs/jobs.ts';
import { createMailer, type Mailer } from './mail/mailer.ts';
import { outboxIn } from './mail/outbox.ts';
import { smtpTo } from './mail/smtp.ts';
import { createModules } from './modules.ts';
import { createCountOnMove } from './offers/caps/count-on-move.ts';
import { oldestWaiting } from './pipeline/batches.ts';
import { type Mover, startMover } from './pipeline/mover.ts';
import type { Env } from './platform/env.ts';
import { reasonOf } from './platform/failure.ts';
import { projectRoot } from './platform/project-root.ts';
import { StartProblem } from './platform/start-problem.ts';
import { startErasure } from './projects/erasure.ts';
import { scheduledWork } from './scheduled-work.ts';
import { openStores, type Stores } from './stores.ts';
import { createLive, type Live } from './stream/live.ts';

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
  /** The lines printed at the start. */
  greeting: string[];
  /** Finishes open requests and the batch under way, then stops the stores. */
  stop(): Promise<void>;
};

/** How long clients are asked to disconnect before the socket closes. */
const farewell = 300;
/** How long open requests may take before their connections are cut. */
const lastRequests = 4_000;
/** How long stores may take to answer `/readyz`. */
const longestLook = 2_500;
/** How long the shutdown waits for mails. */
const lastMails = 2_000;

/**
 * Starts everything from the stores to the listening socket. When a step fails, the started parts are stopped again.
 */
export async function startProduct(options: Options): Promise<Product> {
  const { env, log, now } = options;
  const addressInfo = await openAddressInfo({
    places: env.GEOIP_DB,
    datacenters: env.DATACENTER_RANGES,
  });
  const stores = await openStores(env, log);
  const { warehouse, database } = stores;
  const vault = await vaultOf(env, stores);
  const dispatcher = startDispatcher({
    pool: database.pool,
    reader: warehouse.reader,
    vault,
    log,
    now,
    allowHosts: env.PIXEL_ALLOW_HOSTS,
  });
  const live = createLive({ pool: database.pool, reader: warehouse.reader, now, log });
  const { pool } = database;
  const labels = createLabelCache();
  const { forget: onNamed } = labels;
  const editions = createProjectEditions();
  const { moved: onChanged } = editions;
  const { CLICKHOUSE_CLUSTER: cluster } = env;
  const { select } = createWarehouseReads(warehouse.reader, { isCluster: cluster !== undefined });
  const capCounts = createCountOnMove({
    pool,
    select,
    now,
    watermark: async () => (await oldestWaiting(pool)) ?? now(),
    onFailed: (error) => log.warn({ reason: reasonOf(error) }, 'caps could not be counted yet'),
  });
  const mover = startMover({
    pool,
    warehouse,
    log,
    now,
    onResolved: async (version, projects) => {
      await dispatcher.enqueueVersion(version, projects);
      await capCounts.resolved(version, projects);
    },
    onNamed,
    onArrived: async (version, items) => {
      await live.keep(version, items);
      await capCounts.arrived(items);
    },
    onChanged,
  });
  const billing = billingSettingsOf(env);
  const { end: endSubscription } = createSubscriptionControl({ pool, now, settings: billing });
  const erasing = startErasure({ pool, warehouse, cluster, now, log, endSubscription });
  const { watermark, notifyDecision: onDecision } = mover;
  const work = scheduledWork({ pool, select, now, watermark, onDecision });
  const jobs = startJobs({ pool, warehouse, jobs: work, log, now });
  const stopStores = async () => {
    await Promise.all([mover.stop(), dispatcher.stop(), erasing.stop(), jobs.stop()]);
    await stores.stop();
  };
  try {
    return await serveFrom(
      stores,
      {
        mover,
        dispatcher,
        jobs,
        work,
        vault,
        addressInfo,
        live,
        labels,
        editions,
        billing,
        select,
      },
      stopStores,
      options,
    );
  } catch (error) {
    await stopStores();
    throw error;
  }
}

/**
 * Several processes may share outer stores, and one of them stores what the others do not hear of; an answer of theirs
 * is at most a second older than the figures.
 */
const answersLast = ({ DATABASE_URL, CLICKHOUSE_URL }: Env): number =>
  DATABASE_URL || CLICKHOUSE_URL ? 1_000 : 60_000;

/** Mails are sent through the mail server, or stored in a folder without one. */
function mailerOf(
  { SMTP_URL, MAIL_FROM }: Env,
  dataDir: string,
  log: Logger,
  now: () => Date,
): Mailer {
  const deliver = SMTP_URL ? smtpTo(SMTP_URL, MAIL_FROM) : outboxIn(join(dataDir, 'outbox'), now);
  return createMailer({ deliver, delivers: SMTP_URL !== undefined, log });
}

/** The operator's key if there is one: several processes on one database need the same. */
async function vaultOf({ PIXEL_SECRET_KEY: key }: Env, stores: Stores): Promise<Vault> {
  try {
    return createVault(key ?? (await stores.dataDir.secret('pixels')));
  } catch (error) {
    await stores.stop();
    throw error;
  }
}

type Parts = {
  mover: Mover;
  dispatcher: Dispatcher;
  jobs: Jobs;
  work: readonly Job[];
  vault: Vault;
  addressInfo: AddressInfo;
  live: Live;
  labels: LabelCache;
  editions: ProjectEditions;
  billing: BillingSettings;
  select: Select;
};

async function serveFrom(
  { dataDir, database, warehouse }: Stores,
  {
    mover,
    dispatcher,
    jobs,
    work,
    vault,
    addressInfo,
    live,
    labels,
    editions,
    billing,
    select,
  }: Parts,
  stopStores: () => Promise<void>,
  { env, log, now, pages }: Options,
): Promise<Product> {
  const { pool } = database;
  const hasher = createHasher();
  const version = await ownVersion();
  const mailer = mailerOf(env, dataDir.path, log, now);
  const gate = signUpGate(pool, signUpRuleOf(env));
  let isStopping = false;

  let address = '';
  let demo: Demo | null = null;
  let isPrepared = false;
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
        stripe_public_key: env.STRIPE_PUBLIC_KEY ?? null,
        billing: billing.mode,
        sentry_dsn: null,
        ...(env.DEMO && env.DEMO_NOW ? { now: env.DEMO_NOW } : {}),
      },
      isSignUpOpen: gate.isOpen,
    },
    ready: async () => {
      if (!isPrepared || isStopping || database.isSilent()) return false;
      const answers = Promise.all([
        pool.query('select 1'),
        warehouse.reader.query({ query: 'SELECT 1' }).then((result) => result.text()),
      ]);
      const isReady = answers.then(
        () => true,
        () => false,
      );
      return Promise.race([isReady, delay(longestLook, false, { ref: false })]);
    },
    isDatabaseSilent: database.isSilent,
    isStopping: () => isStopping,
    modules: createModules({
      pool,
      reader: warehouse.reader,
      isDatabaseSilent: database.isSilent,
      waitingClicks: join(dataDir.path, 'waiting-clicks'),
      isCluster: env.CLICKHOUSE_CLUSTER !== undefined,
      hasher,
      log,
      now,
      mailer,
      signUp: {
        gate,
        verifiesEmail: env.VERIFY_EMAIL,
        perHour: env.SIGN_UPS_PER_HOUR,
      },
      wake: mover.wake,
      onDecision: mover.notifyDecision,
      watermark: mover.watermark,
      jobs: { known: work, wake: jobs.wake },
      live,
      labels,
      answers: { editions, longest: answersLast(env) },
      analyticsSecret: env.ANALYTICS_SECRET_KEY ?? (await dataDir.secret('analytics')),
      version,
      ownDocuments: join(dataDir.path, 'documents'),
      publicUrl: () => env.PUBLIC_URL ?? address,
      useCube: env.USE_CUBE,
      backfillProgress: () => demo?.backfillProgress() ?? null,
      billing,
      addressInfo,
      collectRates: { network: env.COLLECT_RATE_NETWORK, pixel: env.COLLECT_RATE_PIXEL },
      pixels: { vault, lookup: lookupBySystem, allowHosts: env.PIXEL_ALLOW_HOSTS },
      checkDestination: createDestinationCheck({
        lookup: lookupBySystem,
        allowHosts: env.PIXEL_ALLOW_HOSTS,
      }),
    }),
  });

  address = await listen(app, env);
  demo = env.DEMO
    ? await startDemo({
        pool,
        select,
        dataDir,
        hasher,
        log,
        now,
        wake: mover.wake,
        env,
        say: (line) => console.log(line),
      })
    : null;
  const firstSteps = demo || (await hasAccounts(pool)) ? [] : [await firstStep(gate, address)];
  isPrepared = true;

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
        : firstSteps),
      '',
    ],
    async stop() {
      isStopping = true;
      void dispatcher.stop();
      void jobs.stop();
      await Promise.all([demo?.stop(), delay(farewell)]);
      await close(app);
      await Promise.race([mailer.idle(), delay(lastMails, undefined, { ref: false })]);
      await stopStores();
    },
  };
}

/** How an empty installation gets the account of its operator. */
const firstStep = async (gate: SignUpGate, address: string): Promise<string> =>
  (await gate.isOpen())
    ? `Create the first account, which becomes superuser: ${address}/sign-up`
    : 'Create the first account, which becomes superuser: npm run user -- you@example.com';

async function listen(app: FastifyInstance, { HOST, PORT }: Env): Promise<string> {
  try {
    return await app.listen({ host: HOST, port: PORT });
  } catch (error) {
    await app.close();
    const reasons = textMap({
      EADDRINUSE: 'something else listens there',
      EACCES: 'this user may not listen there',
      EADDRNOTAVAIL: 'this machine has no such address',
      ENOTFOUND: 'this machine has no such address',
    });
    const reason = error instanceof Error && 'code' in error && reasons.get(String(error.code));
    if (!reason) throw error;
    throw new StartProblem(`${HOST}:${PORT} cannot be used: ${reason}. Set PORT or HOST.`);
  }
}

/** Clients that never finish a request do not block the shutdown. */
async function close(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), lastRequests);
  await app.close();
  clearTimeout(cut);
}

async function ownVersion(): Promise<string> {
  const text = await readFile(join(projectRoot, 'package.json'), 'utf8');
  const { version }: { version: string } = JSON.parse(text);
  return version;
}

/** `TRUST_PROXY=true` trusts every proxy; anything else is a list of addresses. */
const trusted = (setting: string | undefined): boolean | string =>
  setting === undefined || setting === '' ? false : setting === 'true' ? true : setting;
