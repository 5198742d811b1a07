import type { ClickHouseClient } from '@clickhouse/client';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { createHasher } from '#server/accounts/hasher.ts';
import { buildApp } from '#server/app.ts';
import { nounsOf } from '#server/nouns.ts';
import type { Stores } from '#server/stores.ts';

type Asked = Parameters<ClickHouseClient['query']>[0];
type Recorded = { asked: Asked; began: number; ended: number };

export type Bare = {
  /** How long the warehouse alone takes for what a request asks of it. */
  time(address: string): Promise<number>;
  close(): Promise<void>;
};

/** Learns which statements a request runs, and which of them at the same time, then runs those and nothing else. */
export async function bareOf({ database, warehouse }: Stores, token: string): Promise<Bare> {
  const { reader } = warehouse;
  const recorded: Recorded[] = [];
  const app = await listening(database, recording(reader, recorded));
  return {
    async time(address) {
      recorded.length = 0;
      const headers = { authorization: `Token ${token}` };
      await app.inject({ method: 'GET', url: address, headers });
      const waves = wavesOf(recorded);
      const began = performance.now();
      for (const wave of waves) {
        await Promise.all(wave.map(async (asked) => (await reader.query(asked)).text()));
      }
      return performance.now() - began;
    },
    close: () => app.close(),
  };
}

function recording(reader: ClickHouseClient, recorded: Recorded[]): ClickHouseClient {
  return new Proxy(reader, {
    get(target, name, receiver) {
      if (name !== 'query') return Reflect.get(target, name, receiver);
      return async (asked: Asked) => {
        const one = { asked, began: performance.now(), ended: Number.POSITIVE_INFINITY };
        recorded.push(one);
        const answer = await target.query(asked);
        one.ended = performance.now();
        return answer;
      };
    },
  });
}

/** A statement that began before any of its predecessors had ended runs beside them. */
function wavesOf(recorded: readonly Recorded[]): Asked[][] {
  const waves: Recorded[][] = [];
  for (const one of [...recorded].sort((a, b) => a.began - b.began)) {
    const wave = waves.at(-1);
    if (wave?.every(({ ended }) => ended > one.began)) wave.push(one);
    else waves.push([one]);
  }
  return waves.map((wave) => wave.map(({ asked }) => asked));
}

function listening(
  database: Stores['database'],
  reader: ClickHouseClient,
): Promise<FastifyInstance> {
  const log = pino({ level: 'silent' });
  return buildApp({
    log,
    ...{ version: '0', trustProxy: false, ready: async () => true },
    pages: {
      directory: null,
      config: {
        ...{ api_base_url: '', cube_api_url: '/cubejs-api/v1', collect_url: '/t' },
        ...{ stripe_public_key: null, sentry_dsn: null },
      },
    },
    nouns: nounsOf({
      ...{ pool: database.pool, reader, hasher: createHasher(), log, now: () => new Date() },
      ...{
        wake() {},
        watermark: async () => new Date(),
        analyticsSecret: 'only for measuring, signs nothing',
      },
      ...{ version: '0', publicUrl: '', useCube: true },
    }),
  });
}
