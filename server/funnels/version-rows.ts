import { desc, eq, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Definition } from '#contract/funnels/definition.ts';
import type { Funnel } from '#contract/funnels/schemas.ts';
import { type Connection, orm } from '../database/orm.ts';
import { users } from '../database/schema/accounts.ts';
import { funnelVersions } from '../database/schema/funnels.ts';

/** The latest published version of each funnel that has one. */
export async function readLatestVersions(
  connection: Connection,
  funnelIds: readonly string[],
): Promise<Map<string, NonNullable<Funnel['published']>>> {
  const { rows } = await connection.query<{
    id: string;
    version: number;
    at: Date;
    definition: Definition;
  }>(
    `select distinct on (funnel_id) funnel_id as id, version, published_at as at, definition
     from funnel_versions where funnel_id = any($1) order by funnel_id, version desc`,
    [funnelIds],
  );
  return new Map(rows.map(({ id, at, ...rest }) => [id, { ...rest, at: at.toISOString() }]));
}

export const readVersions = (connection: Connection, funnelId: string) =>
  orm(connection)
    .select({
      version: funnelVersions.version,
      definition: funnelVersions.definition,
      at: funnelVersions.publishedAt,
      by: sql<string | null>`trim(${users.firstName} || ' ' || ${users.lastName})`,
    })
    .from(funnelVersions)
    .leftJoin(users, eq(users.id, funnelVersions.publishedBy))
    .where(eq(funnelVersions.funnelId, funnelId))
    .orderBy(desc(funnelVersions.version));

export type NewVersion = {
  version: number;
  definition: Definition;
  at: Date;
  /** The user who publishes it; null for the product itself. */
  by: number | null;
};

export async function addVersion(client: pg.PoolClient, funnelId: string, version: NewVersion) {
  await orm(client).insert(funnelVersions).values({
    funnelId,
    version: version.version,
    definition: version.definition,
    publishedAt: version.at,
    publishedBy: version.by,
  });
}
