import type pg from 'pg';
import { storedZone } from '#contract/time-zone.ts';
import { primaryEvent } from '../../attribution/primary-event.ts';
import { createTtlCache, type TtlCache } from '../../platform/ttl-cache.ts';
import type { CollectProject } from '../collect-project.ts';

export type Pixel = {
  id: number;
  /** Sites that may use the key; empty for any site. */
  domains: readonly string[];
  consentMode: string;
  isActive: boolean;
  project: CollectProject;
};

/** Finds the master pixel with this public key. */
export type PixelOf = (key: string) => Promise<Pixel | null>;

export type PixelRow = Omit<Pixel, 'project'> & Omit<CollectProject, 'id'> & { projectId: number };

/** Columns of a pixel `m` in a project `p`. */
export const pixelColumns = `
m.id, m.domains, m.consent_mode as "consentMode", m.status = 'active' as "isActive",
p.id as "projectId", p.timezone, p.currency, p.keep_addresses as "keepAddresses",
${primaryEvent} as "primaryEvent"`;

const statement = `
select ${pixelColumns} from master_pixels m join projects p on p.id = m.project_id
where m.public_key = $1 and m.removed_at is null`;

export const pixelIn = ({
  projectId,
  timezone,
  currency,
  primaryEvent,
  keepAddresses,
  ...pixel
}: PixelRow): Pixel => ({
  ...pixel,
  project: { id: projectId, timezone: storedZone(timezone), currency, primaryEvent, keepAddresses },
});

/** Master pixels by public key. */
export function createPixelKeys(pool: pg.Pool): TtlCache<Pixel | null> {
  return createTtlCache(async (key) => {
    const query = { name: 'collect-pixel', text: statement, values: [key], query_timeout: 3_000 };
    const [row] = (await pool.query<PixelRow>(query)).rows;
    return row ? pixelIn(row) : null;
  });
}
