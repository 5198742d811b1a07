import type { ClickHouseClient } from '@clickhouse/client';
import type pg from 'pg';
import pino from 'pino';
import { createHasher } from '#server/accounts/hasher.ts';
import { openSession } from '#server/accounts/sessions.ts';
import { createUser } from '#server/accounts/users.ts';
import { createAffiliate } from '#server/affiliates/repository.ts';
import { parseEnv } from '#server/platform/env.ts';
import { createProject } from '#server/projects/repository.ts';
import { openStores, type Stores } from '#server/stores.ts';

export const affiliateCount = 20;

export type Place = {
  projectId: number;
  collectKey: string;
  /** The public key of the primary master pixel. */
  pixelKey: string;
  token: string;
  affiliateIds: number[];
};

/** Who looks at what is measured. */
export const measurer = { email: 'bench@clickledger.test', password: 'only for measuring' };

const log = pino({ level: 'warn' });

/** Opens an installation's stores in this process; no server may run on them meanwhile. */
export function storesOf(dataDir: string): Promise<Stores> {
  return openStores(parseEnv({ DATA_DIR: dataDir, DEMO: '0' }), log);
}

/** A project with its affiliates and somebody who sees all of it. */
export async function settle(pool: pg.Pool): Promise<Place> {
  const user = await createUser(pool, createHasher(), {
    ...measurer,
    isDebug: true,
  });
  const { project, collectKey } = await createProject(pool, {
    name: 'Bench',
    createdBy: user.id,
    timezone: 'America/New_York',
    currency: 'USD',
    url: 'https://shop.test/',
  });
  const affiliateIds: number[] = [];
  for (let number = 0; number < affiliateCount; number += 1) {
    const affId = String(1_001 + number);
    const payout = { type: 'revshare', value: 0.1 } as const;
    const affiliate = { affId, projectId: project.id, name: `Affiliate ${affId}`, payout };
    affiliateIds.push(await createAffiliate(pool, affiliate));
  }
  // A new affiliate asks for its conversions to be computed anew. Here none have come yet, and a server that starts when
  // hundreds of thousands lie there would be measured while it does that.
  await pool.query('delete from pending_refresh');
  const token = await openSession(pool, user.id, { now: new Date(), userAgent: 'bench' });
  const { rows } = await pool.query<{ key: string }>(
    'select public_key as key from master_pixels where project_id = $1 and is_primary',
    [project.id],
  );
  const pixelKey = rows[0]?.key ?? '';
  return { projectId: project.id, collectKey, pixelKey, token, affiliateIds };
}

export async function cellOf(warehouse: ClickHouseClient, query: string): Promise<string> {
  const answer = await warehouse.query({ query, format: 'TabSeparated' });
  return (await answer.text()).trim();
}
