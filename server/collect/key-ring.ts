import { hash } from 'node:crypto';
import type pg from 'pg';
import { storedZone } from '#contract/time-zone.ts';
import { primaryEvent } from '../attribution/primary-event.ts';
import { createTtlCache } from '../platform/ttl-cache.ts';
import type { CollectProject } from './collect-project.ts';

const statement = `
select p.id, p.timezone, p.currency, p.keep_addresses as "keepAddresses",
  ${primaryEvent} as "primaryEvent"
from projects p
where p.collect_key_hash = $1
  or p.id = (select project_id from import_keys where key_hash = $1 and expires_at > $2)
limit 1`;

export type KeyRing = {
  /** The project of a collect key or a valid import key, as it was at most a second ago. */
  projectOf(key: string): Promise<CollectProject | null>;
  /**
   * The same, read from the database at each call. Postbacks need it because they store more than events; for events
   * the inbox checks the key again.
   */
  currentProjectOf(key: string): Promise<CollectProject | null>;
  /** Forgets every key, including those being looked up at this moment. */
  forget(): void;
};

export function createKeyRing({ pool, now }: { pool: pg.Pool; now: () => Date }): KeyRing {
  const find = async (digest: string): Promise<CollectProject | null> => {
    const keyHash = Buffer.from(digest, 'base64');
    const query = {
      name: 'collect-key',
      text: statement,
      values: [keyHash, now()],
      query_timeout: 3_000,
    };
    const { rows } = await pool.query<CollectProject>(query);
    const [project] = rows;
    return project ? { ...project, timezone: storedZone(project.timezone), keyHash } : null;
  };
  const projects = createTtlCache(find);
  const digestOf = (key: string) => hash('sha256', key, 'base64');
  return {
    projectOf: (key) => projects.of(digestOf(key)),
    currentProjectOf: (key) => find(digestOf(key)),
    forget: projects.forget,
  };
}
