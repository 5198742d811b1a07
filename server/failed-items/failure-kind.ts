import { ClickHouseError } from '@clickhouse/client';
import pg from 'pg';
import { isPermanent } from '../warehouse/insert-errors.ts';

/**
 * Whether another try fails again (`lasting`), may fail because of the item (`uncertain`), or failed because a store is
 * away or busy (`passing`), which says nothing about the item.
 */
export type FailureKind = 'lasting' | 'uncertain' | 'passing';

/** Codes of ClickHouse for a server that is busy, full or stopping. */
const busy = new Set(['202', '209', '210', '242', '243', '252', '279', '394', '999']);

export function failureKind(error: unknown): FailureKind {
  if (isPermanent(error)) return 'lasting';
  if (error instanceof ClickHouseError) return busy.has(error.code) ? 'passing' : 'uncertain';
  if (error instanceof pg.DatabaseError) {
    return /^(08|40|53|55|57|58)/.test(error.code ?? '08') ? 'passing' : 'uncertain';
  }
  return 'passing';
}
