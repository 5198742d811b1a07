import type { AuditEntry } from '#contract/audit/schemas.ts';
import type { Connection } from '../database/orm.ts';
import type { EntryRow } from './entry-row.ts';

export type EntryFilter = {
  chain: string;
  search: string;
  action: string | undefined;
  /** Days of UTC, both included. */
  start: string | undefined;
  end: string | undefined;
  /** Entries older than this one. */
  before: string | undefined;
  limit: number;
};

/** Entries of one chain, the latest first. */
export async function readEntries(
  connection: Connection,
  { chain, search, action, start, end, before, limit }: EntryFilter,
): Promise<AuditEntry[]> {
  const { rows } = await connection.query<ShownRow>(
    `select id, at, actor_id, actor_email, token_name, action, target, details, network, hash
     from audit_entries
     where chain = $1 and ($2 = '' or strpos(lower(concat_ws(' ', actor_email, token_name, action, target, details, network)), lower($2)) > 0)
       and ($3::text is null or action = $3)
       and ($4::date is null or at >= $4::date::timestamp at time zone 'UTC')
       and ($5::date is null or at < ($5::date + 1)::timestamp at time zone 'UTC')
       and ($6::bigint is null or id < $6)
     order by id desc limit $7`,
    [chain, search, action, start, end, before, limit],
  );
  return rows.map(entryOf);
}

type ShownRow = Pick<
  EntryRow,
  | 'id'
  | 'at'
  | 'actor_id'
  | 'actor_email'
  | 'token_name'
  | 'action'
  | 'target'
  | 'details'
  | 'network'
  | 'hash'
>;

const entryOf = (row: ShownRow): AuditEntry => ({
  id: Number(row.id),
  at: row.at.toISOString(),
  actor:
    row.actor_id === null ? null : { id: row.actor_id, email: row.actor_email ?? 'a former user' },
  via: row.token_name,
  action: row.action,
  target: row.target,
  details: row.details,
  from: row.network,
  hash: row.hash.toString('hex'),
});
