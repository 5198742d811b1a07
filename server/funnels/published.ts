import type { Definition } from '#contract/funnels/definition.ts';
import type { FunnelStatus, FunnelTargets } from '#contract/funnels/schemas.ts';
import type { Connection } from '../database/orm.ts';
import { restorableSince } from './restorable-since.ts';

/** What other code needs to know of a funnel; its draft is of no concern to reports. */
export type FunnelIdentity = {
  id: string;
  projectId: number;
  slug: string;
  name: string;
  status: FunnelStatus;
  isDefault: boolean;
  targets: FunnelTargets;
};
export type PublishedFunnel = FunnelIdentity & { published: Published };
type Published = { version: number; at: Date; definition: Definition };

/** Funnels `f` with the latest version that was published by `$1`; the other conditions follow. */
const selected = `
select f.id, f.project_id as "projectId", f.slug, f.name, f.targets,
  case when f.archived_at is null then f.status else 'archived' end as status,
  f.is_default and f.archived_at is null as "isDefault", v.version, v.definition, v.published_at as at
from funnels f left join lateral (
  select version, definition, published_at from funnel_versions
  where funnel_id = f.id and ($1::timestamptz is null or published_at <= $1) order by version desc limit 1
) v on true`;

type Row = FunnelIdentity & (Published | { version: null; definition: null; at: null });

/**
 * A funnel that is not archived or can still be restored, with the definition that reports follow, or followed at an
 * earlier moment; null while there is none.
 */
export async function readFunnel(
  connection: Connection,
  projectId: number,
  slug: string,
  { now, knownAt }: { now: Date; knownAt?: Date | undefined },
): Promise<(FunnelIdentity & { published: Published | null }) | null> {
  const { rows } = await connection.query<Row>(
    `${selected} where f.project_id = $2 and f.slug = $3 and (f.archived_at is null or f.archived_at > $4)`,
    [knownAt ?? null, projectId, slug, restorableSince(now)],
  );
  return rows.map(funnelOf)[0] ?? null;
}

/** The published funnel that feeds the project's funnel panel. */
export async function readDefaultFunnel(
  connection: Connection,
  projectId: number,
  knownAt?: Date,
): Promise<PublishedFunnel | null> {
  const { rows } = await connection.query<Row>(
    `${selected} where f.project_id = $2 and f.is_default and f.archived_at is null`,
    [knownAt ?? null, projectId],
  );
  return rows.map(funnelOf).find(isPublished) ?? null;
}

/** The funnels whose health is watched: published ones that are neither paused nor archived. */
export async function readActiveFunnels(
  connection: Connection,
  projectId: number,
): Promise<PublishedFunnel[]> {
  const { rows } = await connection.query<Row>(
    `${selected} where f.project_id = $2 and f.status = 'active' and f.archived_at is null
     order by f.id`,
    [null, projectId],
  );
  return rows.map(funnelOf).filter(isPublished);
}

/** The projects with funnels whose health is watched. */
export async function readWatchedProjects(connection: Connection): Promise<number[]> {
  const { rows } = await connection.query<{ id: number }>(
    `select distinct f.project_id as id from funnels f join funnel_versions v on v.funnel_id = f.id
     where f.status = 'active' and f.archived_at is null order by id`,
  );
  return rows.map(({ id }) => id);
}

function funnelOf({ version, definition, at, ...identity }: Row) {
  return { ...identity, published: version === null ? null : { version, definition, at } };
}

const isPublished = <Found extends { published: Published | null }>(
  funnel: Found,
): funnel is Found & { published: Published } => funnel.published !== null;
