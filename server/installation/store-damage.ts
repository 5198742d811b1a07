import { ClickHouseError } from '@clickhouse/client';
import pg from 'pg';

/** Error codes of PostgreSQL for pages and indexes that it cannot read. */
const unreadable = new Set(['XX001', 'XX002']);
/** Error codes of ClickHouse for truncated or changed files, and for missing files. */
const broken = new Set(['32', '33', '40', '107', '226', '246', '271']);
/** Error codes of ClickHouse that may have another cause than damage, with the sentences that say so. */
const doubtful = new Map([
  [
    '60',
    {
      fact: 'The warehouse lacks a table',
      wayOut:
        'If the server of CLICKHOUSE_URL is a replica that was added later, create the tables there that another replica has, or set CLICKHOUSE_URL to that one. Otherwise restore both stores from one backup.',
    },
  ],
  [
    '76',
    {
      fact: 'The warehouse cannot open a file',
      wayOut:
        'If its server has too many open files or may not read the file, change that and start again. Otherwise restore both stores from one backup.',
    },
  ],
]);

/** What is or may be damaged, with the way out; null where the error has another cause. */
export function damageIn(error: unknown): string | null {
  if (error instanceof pg.DatabaseError && unreadable.has(error.code ?? '')) {
    return sentence('The database is damaged', error);
  }
  if (!(error instanceof ClickHouseError)) return null;
  if (broken.has(error.code)) return sentence('The warehouse is damaged', error);
  const doubt = doubtful.get(error.code);
  return doubt ? sentence(doubt.fact, error, doubt.wayOut) : null;
}

const sentence = (
  fact: string,
  { message }: Error,
  wayOut = 'Restore both stores from one backup.',
): string => `${fact}: ${message.replace(/[.\s]*$/, '').slice(0, 300)}. ${wayOut}`;
