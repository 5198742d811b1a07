import type pg from 'pg';
import type { CollectProject } from '../project.ts';

/** How long an answer is believed: a pixel that was paused stops within this time. */
const believed = 1_000;
const mostKnown = 10_000;

export type Pixel = {
  id: number;
  /** Sites that may use the key; none for any site. */
  domains: readonly string[];
  consentMode: string;
  isActive: boolean;
  project: CollectProject;
};

type Row = Omit<Pixel, 'project'> & Omit<CollectProject, 'id'> & { projectId: number };

const statement = `
select m.id, m.domains, m.consent_mode as "consentMode", m.status = 'active' as "isActive",
  p.id as "projectId", p.timezone, p.currency,
  lower(coalesce((select event_name from master_pixels where project_id = p.id and is_primary order by id limit 1), 'purchase')) as "primaryEvent"
from master_pixels m join projects p on p.id = m.project_id
where m.public_key = $1`;

export type PixelRing = {
  /** The master pixel with this public key. */
  pixelOf(key: string): Promise<Pixel | null>;
};

export function createPixelRing(pool: pg.Pool): PixelRing {
  const known = new Map<string, { pixel: Promise<Pixel | null>; until: number }>();
  const find = async (key: string): Promise<Pixel | null> => {
    const query = { name: 'collect-pixel', text: statement, values: [key], query_timeout: 3_000 };
    const [row] = (await pool.query<Row>(query)).rows;
    if (!row) return null;
    const { projectId, timezone, currency, primaryEvent, ...pixel } = row;
    return { ...pixel, project: { id: projectId, timezone, currency, primaryEvent } };
  };
  return {
    pixelOf(key) {
      const at = performance.now();
      const entry = known.get(key);
      if (entry && entry.until > at) return entry.pixel;
      if (known.size >= mostKnown) known.clear();
      const pixel = find(key);
      known.set(key, { pixel, until: at + believed });
      pixel.catch(() => known.delete(key));
      return pixel;
    },
  };
}
