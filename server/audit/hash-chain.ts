import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Connection } from '../database/orm.ts';
import type { EntryRow } from './entry-row.ts';

/** What one entry says. */
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

/** Of an entry and, through the hash before it, of all that came earlier. */
export function hashOf(previous: Buffer, entry: Entry): Buffer {
  const said = [
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
  return createHash('sha256').update(previous).update(JSON.stringify(said)).digest();
}

/** The database keeps the keys of an object in an order of its own. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, one]) => [key, sorted(one)]));
}

export type Verdict = {
  checked: number;
  /** The first entry that is not what was written, and 0 when the end was cut off; null when all is as it was. */
  brokenAt: number | null;
};

type Row = EntryRow & { chain: string; number: number };

const atOnce = 1_000;

/** Computes a chain anew. What is written meanwhile lies beyond the head that was read first. */
export async function verify(connection: Connection, chain: string): Promise<Verdict> {
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

/** Every chain there is: also one of which only entries are left. */
export async function chainsIn(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ chain: string }>(
    'select chain from audit_heads union select chain from audit_entries order by chain',
  );
  return rows.map(({ chain }) => chain);
}
