import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Connection } from '../database/orm.ts';
import type { ChainRow } from './entry-row.ts';
import { digestWith, sorted } from './salted-digest.ts';

/** What the hash of an entry covers: ids, and digests in place of everything about persons. */
type HashedEntry = {
  chain: string;
  number: number;
  at: Date;
  actorId: number | null;
  action: string;
  actorDigest: Buffer;
  aboutDigest: Buffer;
};

/** The hash of an entry and, through the previous hash, of all entries before it. */
export function hashOf(previous: Buffer, entry: HashedEntry): Buffer {
  return hashed(previous, [
    'digests',
    entry.chain,
    entry.number,
    entry.at.toISOString(),
    entry.actorId,
    entry.action,
    entry.actorDigest.toString('hex'),
    entry.aboutDigest.toString('hex'),
  ]);
}

type Actor = Pick<ChainRow, 'actor_email' | 'token_name' | 'network'>;
type About = Pick<ChainRow, 'target' | 'details'>;

/** Who acted, from where and with what: the part of an entry that is erased together with its author. */
export const actorPart = ({ actor_email, token_name, network }: Actor) => [
  actor_email,
  token_name,
  network,
];

/** What an entry is about: the part that is erased together with the person that it names. */
export const aboutPart = ({ target, details }: About) => [target, details];

/** The hash of an entry that was written before its parts could be erased. */
const wholeHash = (previous: Buffer, row: ChainRow): Buffer =>
  hashed(previous, [
    row.chain,
    row.number,
    row.at.toISOString(),
    row.actor_id,
    row.actor_email,
    row.token_name,
    row.action,
    row.target,
    sorted(row.details),
    row.network,
  ]);

const hashed = (previous: Buffer, content: readonly unknown[]): Buffer =>
  createHash('sha256').update(previous).update(JSON.stringify(content)).digest();

export type ChainVerdict = {
  checked: number;
  /** The first entry that was changed, 0 when the end was cut off; null when the chain is intact. */
  brokenAt: number | null;
};

const atOnce = 1_000;

/** Recomputes a chain up to the head that was read first; later entries lie beyond it. */
export async function verify(connection: Connection, chain: string): Promise<ChainVerdict> {
  const { rows: heads } = await connection.query<{ number: number; hash: Buffer }>(
    'select number, hash from audit_heads where chain = $1',
    [chain],
  );
  const end = heads[0] ?? { number: 0, hash: Buffer.alloc(0) };
  const erasures = await erasuresIn(connection, chain);
  let hash: Buffer = Buffer.alloc(0);
  let checked = 0;
  for (;;) {
    const rows = await rowsAfter(connection, { chain, number: checked, end: end.number });
    for (const row of rows) {
      if (row.number !== checked + 1 || !holds(hash, row, erasures.get(row.id))) {
        return { checked, brokenAt: Number(row.id) };
      }
      hash = row.hash;
      checked += 1;
    }
    if (rows.length < atOnce) break;
  }
  return { checked, brokenAt: checked === end.number && hash.equals(end.hash) ? null : 0 };
}

/**
 * Whether a row is as it was written. One with an erased part is known by the entry of its chain that records the
 * erasure; the parts that stay are checked by their digests.
 */
function holds(previous: Buffer, row: ChainRow, recorded: string | undefined): boolean {
  const isErased = row.actor_erased || row.about_erased;
  const { actor_digest: actorDigest, about_digest: aboutDigest } = row;
  if (!actorDigest || !aboutDigest) return !isErased && wholeHash(previous, row).equals(row.hash);
  const { chain, number, at, actor_id: actorId, action } = row;
  const hash = hashOf(previous, { chain, number, at, actorId, action, actorDigest, aboutDigest });
  return (
    (isErased ? recordOf(row) === recorded : hash.equals(row.hash)) &&
    (row.actor_erased
      ? isNothing(actorPart(row))
      : isDigest(actorDigest, row.actor_salt, actorPart(row))) &&
    (row.about_erased
      ? isNothing([row.target, ...Object.keys(row.details)])
      : isDigest(aboutDigest, row.about_salt, aboutPart(row)))
  );
}

/**
 * What an erasure records of a row: its hash in the chain, and a digest of all that stays and of which parts do not.
 */
export function recordOf(row: ChainRow): string {
  const { chain, number, at, actor_id, action, actor_erased, about_erased } = row;
  const digests = [row.actor_digest, row.about_digest].map((digest) => digest?.toString('hex'));
  const erased = [actor_erased, about_erased];
  const kept = hashed(row.hash, [
    chain,
    number,
    at.toISOString(),
    actor_id,
    action,
    erased,
    digests,
  ]);
  return `${row.hash.toString('hex')} ${kept.toString('hex')}`;
}

const isNothing = (values: readonly (string | null)[]): boolean =>
  values.every((value) => value === null || value === '');

const isDigest = (digest: Buffer, salt: Buffer | null, part: unknown): boolean =>
  salt !== null && digestWith(salt, part).equals(digest);

/** What entries of the chain record of erased rows, by the ids of the rows; the latest entry counts. */
async function erasuresIn(connection: Connection, chain: string): Promise<Map<string, string>> {
  const { rows } = await connection.query<{ id: string; record: string }>(
    `select erased.key as id, erased.value as record
     from audit_entries entry, jsonb_each_text(entry.details -> 'erased') erased
     where entry.chain = $1 and entry.action = 'audit.erased' order by entry.number`,
    [chain],
  );
  return new Map(rows.map(({ id, record }) => [id, record]));
}

async function rowsAfter(
  connection: Connection,
  { chain, number, end }: { chain: string; number: number; end: number },
): Promise<ChainRow[]> {
  const { rows } = await connection.query<ChainRow>(
    `select * from audit_entries where chain = $1 and number > $2 and number <= $3
     order by number limit $4`,
    [chain, number, end, atOnce],
  );
  return rows;
}

/** Every chain, including chains of which only the entries are left. */
export async function chainsIn(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ chain: string }>(
    'select chain from audit_heads union select chain from audit_entries order by chain',
  );
  return rows.map(({ chain }) => chain);
}
