import { ClickHouseError } from '@clickhouse/client';
import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import { isPermanent } from '../warehouse/insert-errors.ts';
import { isStoreAway } from './store-away.ts';
import { isPressure } from './warehouse-pressure.ts';

/**
 * Whether another try fails again (`lasting`), may fail because of the item (`uncertain`), or failed because a store is
 * away or busy (`passing`), which says nothing about the item. What is not known is uncertain, so that no item stops
 * its queue for ever.
 */
export type FailureKind = 'lasting' | 'uncertain' | 'passing';

/** Of PostgreSQL: conflicts, no room or memory, locks, the operator, the disk, and a server that only reads. */
const busy = /^(40|53|55|57|58|25006)/;

/** A statement that takes too long does so again. */
const CANCELLED = '57014';

export function failureKind(error: unknown): FailureKind {
  if (error instanceof DrizzleQueryError && error.cause) return failureKind(error.cause);
  if (isPermanent(error)) return 'lasting';
  if (error instanceof ClickHouseError) return isPressure(error) ? 'passing' : 'uncertain';
  if (isStoreAway(error)) return 'passing';
  if (error instanceof pg.DatabaseError) {
    const { code = '' } = error;
    return busy.test(code) && code !== CANCELLED ? 'passing' : 'uncertain';
  }
  return 'uncertain';
}
