import type pg from 'pg';
import { inTransaction } from '../database/orm.ts';
import { StartProblem } from '../platform/start-problem.ts';
import { appendEntry, systemAuthor } from './audit-log.ts';
import type { ChainRow } from './entry-row.ts';
import { aboutPart, actorPart, recordOf, verify } from './hash-chain.ts';
import { namesAddress, patternOf } from './named-address.ts';
import { sealOf } from './salted-digest.ts';

/** How many entries were erased, and how many of them have a hash without a salt. */
export type Erasure = { entries: number; unsalted: number };

type Found = ChainRow & { is_actor: boolean; is_named: boolean };

/** As many rows as one entry records. */
const atOnce = 500;

/**
 * Erases a person from the audit log: their address, network and tokens where they acted, and what entries that name
 * them are about. That something was done, when, and by which account stays, and every chain still verifies: an entry
 * of the chain records which rows were erased.
 */
export async function erasePerson(pool: pg.Pool, email: string, now: Date): Promise<Erasure> {
  const { rows: chains } = await pool.query<{ chain: string }>(
    `select distinct chain from audit_entries where ${ofPerson} order by chain`,
    [email, patternOf(email)],
  );
  const erased = { entries: 0, unsalted: 0 };
  for (const { chain } of chains) {
    // An erasure must not hide that a row was changed before.
    if ((await verify(pool, chain)).brokenAt !== null) {
      throw new StartProblem(`${chain} was changed after it was written: run verify-audit.`);
    }
    for (;;) {
      const some = await inTransaction(pool, (client) => eraseIn(client, chain, email, now));
      erased.entries += some.entries;
      erased.unsalted += some.unsalted;
      if (some.entries < atOnce) break;
    }
  }
  return erased;
}

const isActor = `(not actor_erased and (actor_email = $1
  or actor_id in (select id from users where email = $1)))`;
const isNamed = `(not about_erased and action <> 'audit.erased'
  and ${namesAddress('$1', '$2')})`;
const ofPerson = `(${isActor} or ${isNamed})`;

async function eraseIn(
  client: pg.PoolClient,
  chain: string,
  email: string,
  now: Date,
): Promise<Erasure> {
  await client.query('select from audit_heads where chain = $1 for update', [chain]);
  const { rows } = await client.query<Found>(
    `select *, ${isActor} as is_actor, ${isNamed} as is_named from audit_entries
     where chain = $3 and ${ofPerson} order by number limit $4`,
    [email, patternOf(email), chain, atOnce],
  );
  if (rows.length === 0) return { entries: 0, unsalted: 0 };
  const erased: Record<string, string> = {};
  for (const row of rows) erased[row.id] = recordOf(await eraseParts(client, row));
  const entry = { action: 'audit.erased', target: '', details: { erased } } as const;
  await appendEntry(client, chain, systemAuthor, now, entry);
  const unsalted = rows.filter((row) => !row.actor_digest).length;
  return { entries: rows.length, unsalted };
}

/** Erases parts of a row. A row from before digests existed gets them, so that what stays can be checked. */
async function eraseParts(client: pg.PoolClient, row: Found): Promise<ChainRow> {
  const actor = row.actor_digest
    ? { salt: row.actor_salt, digest: row.actor_digest }
    : sealOf(actorPart(row));
  const about = row.about_digest
    ? { salt: row.about_salt, digest: row.about_digest }
    : sealOf(aboutPart(row));
  const { rows } = await client.query<ChainRow>(
    `update audit_entries set
       actor_digest = $2, actor_salt = case when $4 then null else $3::bytea end,
       actor_erased = $4,
       actor_email = case when $4 then null else actor_email end,
       token_name = case when $4 then null else token_name end,
       network = case when $4 then null else network end,
       about_digest = $5, about_salt = case when $7 then null else $6::bytea end,
       about_erased = $7,
       target = case when $7 then '' else target end,
       details = case when $7 then '{}' else details end
     where id = $1 returning *`,
    [
      row.id,
      actor.digest,
      actor.salt,
      row.is_actor || row.actor_erased,
      about.digest,
      about.salt,
      row.is_named || row.about_erased,
    ],
  );
  const [after] = rows;
  if (!after) throw new Error('An audit entry that was read is not there.');
  return after;
}
