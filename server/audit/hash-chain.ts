import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Connection } from '../database/orm.ts';
import type { EntryRow } from './entry-row.ts';

/** The content of an entry. */
export type Entry = {
  chain: string;
  number: number;
  at: Date;
  actorId: number | null;
  actorEmail: string | null;
  tokenName: string | null;
  action: string;
  target: string;
  details: Record<string, unknown>;
  network: string | null;
};

/** The hash of an entry and, through the previous hash, of all entries before it. */
export function hashOf(previous: Buffer, entry: Entry): Buffer {
  const content = [
    entry.chain,
    entry.number,
    entry.at.toISOString(),
    entry.actorId,
    entry.actorEmail,
    entry.tokenName,
    entry.action,
    entry.target,
    sorted(entry.details),
    entry.network,
  ];
  return createHash('sha256').update(previous).update(JSON.stringify(content)).digest();
}

/** The database stores an object's keys in its own order, so they are sorted. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, one]) => [key, sorted(one)]));
}

export type ChainVerdict = {
  checked: number;
  /** The first entry that was changed, 0 when the end was cut off; null when the chain is intact. */
  brokenAt: number | null;
};

type Row = EntryRow & { chain: string; number: number };

const atOnce = 1_000;

/** Recomputes a chain up to the head that was read first; later entries lie beyond it. */
export async function verify(connection: Connection, chain: string): Promise<ChainVerdict> {
  const { rows: heads } = await connection.query<{ number: number; hash: Buffer }>(
    'select number, hash from audit_heads where chain = $1',
    [chain],
  );
  const end = heads[0] ?? { number: 0, hash: Buffer.alloc(0) };
  let hash: Buffer = Buffer.alloc(0);
  let checked = 0;
  for (;;) {
    const rows = await rowsAfter(connection, { chain, number: checked, end: end.number });
    for (const row of rows) {
      hash = hashOf(hash, entryIn(row));
      if (row.number !== checked + 1 || !hash.equals(row.hash)) {
        return { checked, brokenAt: Number(row.id) };
      }
      checked += 1;
    }
    if (rows.length < atOnce) break;
  }
  return { checked, brokenAt: checked === end.number && hash.equals(end.hash) ? null : 0 };
}

async function rowsAfter(
  connection: Connection,
  { chain, number, end }: { chain: string; number: number; end: number },
): Promise<Row[]> {
  const { rows } = await connection.query<Row>(
    `select * from audit_entries where chain = $1 and number > $2 and number <= $3
     order by number limit $4`,
    [chain, number, end, atOnce],
  );
  return rows;
}

const entryIn = (row: Row): Entry => ({
  chain: row.chain,
  number: row.number,
  at: row.at,
  actorId: row.actor_id,
  actorEmail: row.actor_email,
  tokenName: row.token_name,
  action: row.action,
  target: row.target,
  details: row.details,
  network: row.network,
});

/** Every chain, including chains of which only the entries are left. */
export async function chainsIn(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ chain: string }>(
    'select chain from audit_heads union select chain from audit_entries order by chain',
  );
  return rows.map(({ chain }) => chain);
}
