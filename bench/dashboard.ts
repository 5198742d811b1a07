import type { ClickHouseClient } from '@clickhouse/client';
import pino from 'pino';
import { createHasher } from '#server/accounts/hasher.ts';
import { signUpGate } from '#server/accounts/sign-up-gate.ts';
import { createLabelCache } from '#server/analytics/runner/label-cache.ts';
import { createProjectEditions } from '#server/analytics/runner/project-editions.ts';
import { buildApp } from '#server/app.ts';
import { lookupBySystem } from '#server/egress/resolve-host.ts';
import { createVault } from '#server/event-pixels/vault.ts';
import { unknownAddressInfo } from '#server/geo/address-info.ts';
import { createModules } from '#server/modules.ts';
import type { Stores } from '#server/stores.ts';
import { addressesOf, type Call, type Setting } from './calls.ts';
import type { Place } from './prepare.ts';
import { type Recorded, recording, replay } from './statements.ts';

export type Timed = {
  call: Call;
  status: number;
  /** The times of one user over HTTP. */
  times: number[];
  /** The times of the same statements in the engine, run right afterwards. */
  bare: number[];
};

export type Dashboard = {
  time(call: Call, setting: Setting, many: number): Promise<Timed>;
  /** The addresses of different requests of a call. */
  addresses(call: Call, setting: Setting, many: number): string[];
  /** Reads one address, and the cursor of the next page if there is one. */
  visit(address: string, place: Place): Promise<{ took: number; next: string | null }>;
  close(): Promise<void>;
};

const warmUps = 2;

/**
 * The API in this process, so that its warehouse statements can be recorded. It keeps answers only where it is told to:
 * then a second equal request is answered from memory.
 */
export async function openDashboard(
  { database, warehouse }: Stores,
  { keepsAnswers = false } = {},
): Promise<Dashboard> {
  const { reader } = warehouse;
  const recorded: Recorded[] = [];
  const app = await appOf(database, recording(reader, recorded), keepsAnswers);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    async time(call, setting, many) {
      const timed: Timed = { call, status: 200, times: [], bare: [] };
      for (const address of addressesOf(call, setting, many + warmUps)) {
        recorded.length = 0;
        const began = performance.now();
        const answer = await fetch(url + address, {
          headers: { authorization: `Token ${setting.place.token}` },
        });
        await drained(answer);
        timed.times.push(performance.now() - began);
        if (!answer.ok) return { ...timed, status: answer.status };
        timed.bare.push(await replay(reader, recorded));
      }
      return { ...timed, times: timed.times.slice(warmUps), bare: timed.bare.slice(warmUps) };
    },
    addresses: addressesOf,
    async visit(address, { token }) {
      const began = performance.now();
      const answer = await fetch(url + address, { headers: { authorization: `Token ${token}` } });
      await drained(answer);
      if (!answer.ok) throw new Error(`${address} answers ${answer.status}.`);
      return { took: performance.now() - began, next: answer.headers.get('x-next-cursor') };
    },
    close: () => app.close(),
  };
}

/** Reads a response without keeping it: ten megabytes would cost the measuring process as much as the server. */
async function drained({ body }: Response): Promise<void> {
  for await (const _ of body ?? []);
}

function appOf(database: Stores['database'], reader: ClickHouseClient, keepsAnswers: boolean) {
  const log = pino({ level: 'silent' });
  return buildApp({
    log,
    version: '0',
    trustProxy: false,
    ready: async () => true,
    pages: {
      directory: null,
      config: {
        api_base_url: '',
        cube_api_url: '/cubejs-api/v1',
        collect_url: '/t',
        stripe_public_key: null,
        billing: 'off',
        sentry_dsn: null,
      },
      isSignUpOpen: async () => false,
    },
    modules: createModules({
      pool: database.pool,
      reader,
      hasher: createHasher(),
      log,
      now: () => new Date(),
      wake() {},
      onDecision() {},
      watermark: async () => new Date(),
      publicUrl: () => '',
      useCube: true,
      mailer: { delivers: false, post() {}, idle: async () => {} },
      signUp: { gate: signUpGate(database.pool, 'closed'), verifiesEmail: false, perHour: 1 },
      billing: { mode: 'off' },
      labels: createLabelCache(),
      ...(keepsAnswers ? { answers: { editions: createProjectEditions(), longest: 60_000 } } : {}),
      version: '0',
      analyticsSecret: 'only for measuring, it signs nothing',
      addressInfo: unknownAddressInfo,
      collectRates: { network: 1_000, pixel: 10_000 },
      pixels: { vault: createVault('only for measuring'), lookup: lookupBySystem, allowHosts: [] },
    }),
  });
}
