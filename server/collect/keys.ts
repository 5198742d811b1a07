import { hash } from 'node:crypto';
import type pg from 'pg';
import { primaryEvent } from '../projects/primary-event.ts';
import type { CollectProject } from './project.ts';

/** How long an answer is believed: for as long a key works on after another process of the app has rotated it. */
const believed = 1_000;
const mostKnown = 10_000;

const statement = `
select p.id, p.timezone, p.currency, p.keep_addresses as "keepAddresses",
  ${primaryEvent} as "primaryEvent"
from projects p
where p.collect_key_hash = $1
  or p.id = (select project_id from import_keys where key_hash = $1 and expires_at > $2)
limit 1`;

export type KeyRing = {
  /** Which project a collect key or a passing import key opens. */
  projectOf(key: string): Promise<CollectProject | null>;
  /** Asks the database again for every key; also what is being asked right now is not believed any more. */
  forget(): void;
};

export function createKeyRing({ pool, now }: { pool: pg.Pool; now: () => Date }): KeyRing {
  const known = new Map<string, { project: Promise<CollectProject | null>; until: number }>();
  const find = async (key: Buffer): Promise<CollectProject | null> => {
    const query = {
      name: 'collect-key',
      text: statement,
      values: [key, now()],
      query_timeout: 3_000,
    };
    const { rows } = await pool.query<CollectProject>(query);
    return rows[0] ?? null;
  };
  return {
    projectOf(key) {
      const keyHash = hash('sha256', key, 'buffer');
      const name = keyHash.toString('base64');
      const at = performance.now();
      const entry = known.get(name);
      if (entry && entry.until > at) return entry.project;
      if (known.size >= mostKnown) known.clear();
      const project = find(keyHash);
      known.set(name, { project, until: at + believed });
      project.catch(() => known.delete(name));
      return project;
    },
    forget: () => known.clear(),
  };
}
