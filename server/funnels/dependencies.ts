import type { ClickHouseClient } from '@clickhouse/client';
import type pg from 'pg';
import type { Idempotent } from '../plugins/idempotency.ts';

export type FunnelDependencies = {
  pool: pg.Pool;
  /** The read-only client of the warehouse. */
  reader: ClickHouseClient;
  now: () => Date;
  idempotent: Idempotent;
};
