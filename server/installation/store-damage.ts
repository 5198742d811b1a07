import { ClickHouseError } from '@clickhouse/client';
import pg from 'pg';

/** Error codes of PostgreSQL for pages and indexes that it cannot read. */
const unreadable = new Set(['XX001', 'XX002']);
/** Error codes of ClickHouse for truncated or changed files, and for missing tables and files. */
const broken = new Set(['32', '33', '40', '60', '76', '107', '226', '246', '271']);

/** What is damaged, in one sentence with the way out; null where the error has another cause. */
export function damageIn(error: unknown): string | null {
  if (error instanceof pg.DatabaseError && unreadable.has(error.code ?? '')) {
    return sentence('database', error);
  }
  if (error instanceof ClickHouseError && broken.has(error.code)) {
    return sentence('warehouse', error);
  }
  return null;
}

const sentence = (store: string, { message }: Error): string =>
  `The ${store} is damaged: ${message.replace(/[.\s]*$/, '').slice(0, 300)}. Restore both stores from one backup.`;
