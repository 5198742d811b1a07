import { isDeepStrictEqual } from 'node:util';
import {
  and,
  desc,
  eq,
  gt,
  ilike,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  or,
  type SQL,
} from 'drizzle-orm';
import type pg from 'pg';
import type { Definition } from '#contract/funnels/definition.ts';
import type { Funnel, FunnelStatus, FunnelTargets } from '#contract/funnels/schemas.ts';
import { containing } from '../database/containing.ts';
import { type Connection, orm } from '../database/orm.ts';
import { funnels } from '../database/schema/funnels.ts';
import { ulid } from '../platform/ulid.ts';
import { definitionOf } from './draft-definition.ts';
import { restorableSince } from './restorable-since.ts';
import { purgeSteps, readSteps, storeSteps } from './step-rows.ts';
import { readLatestVersions } from './version-rows.ts';

type FunnelRow = typeof funnels.$inferSelect;

/** Whether a funnel is there: one that was archived too long ago is not. */
const isKept = (now: Date) =>
  or(isNull(funnels.archivedAt), gt(funnels.archivedAt, restorableSince(now)));

async function funnelsOf(connection: Connection, rows: readonly FunnelRow[]): Promise<Funnel[]> {
  const ids = rows.map(({ id }) => id);
  const steps = await readSteps(connection, ids);
  const versions = await readLatestVersions(connection, ids);
  return rows.map((row) => {
    const draft = {
      count_by: row.countBy,
      window_minutes: row.windowMinutes,
      steps: steps.get(row.id) ?? [],
      exclusions: row.exclusions,
    };
    const published = versions.get(row.id) ?? null;
    return {
      id: row.id,
      project: row.projectId,
      slug: row.slug,
      name: row.name,
      description: row.description,
      status: row.archivedAt ? 'archived' : row.status,
      is_default: row.isDefault && !row.archivedAt,
      ...draft,
      targets: row.targets,
      version: row.version,
      published,
      has_changes: !isDeepStrictEqual(definitionOf(draft), published?.definition),
      created_at: row.createdAt.toISOString(),
      updated_at: row.updatedAt.toISOString(),
    };
  });
}

export type FunnelListFilter = {
  project: number;
  search?: string | undefined;
  status?: FunnelStatus | undefined;
  /** The id of the last funnel of the page before. */
  before?: string | undefined;
  limit: number;
  now: Date;
};

/** The latest funnels first; archived ones only where they are asked for. */
export async function readFunnels(
  connection: Connection,
  filter: FunnelListFilter,
): Promise<Funnel[]> {
  const { project, search, status, before, limit, now } = filter;
  const rows = await orm(connection)
    .select()
    .from(funnels)
    .where(
      and(
        eq(funnels.projectId, project),
        status === 'archived'
          ? gt(funnels.archivedAt, restorableSince(now))
          : and(isNull(funnels.archivedAt), status && eq(funnels.status, status)),
        search ? holding(search) : undefined,
        before === undefined ? undefined : lt(funnels.id, before),
      ),
    )
    .orderBy(desc(funnels.id))
    .limit(limit);
  return funnelsOf(connection, rows);
}

function holding(search: string): SQL | undefined {
  const pattern = containing(search);
  return or(ilike(funnels.name, pattern), ilike(funnels.slug, pattern));
}

export async function findFunnel(
  connection: Connection,
  { project, slug, now }: { project: number; slug: string; now: Date },
): Promise<Funnel | null> {
  const rows = await orm(connection)
    .select()
    .from(funnels)
    .where(and(eq(funnels.projectId, project), eq(funnels.slug, slug), isKept(now)));
  const [funnel] = await funnelsOf(connection, rows);
  return funnel ?? null;
}

/** The id of the funnel of a project that has this name, in any letter case. Archived ones leave theirs to others. */
export async function findByName(
  connection: Connection,
  project: number,
  name: string,
): Promise<string | null> {
  const { rows } = await connection.query<{ id: string }>(
    'select id from funnels where project_id = $1 and lower(name) = lower($2) and archived_at is null',
    [project, name],
  );
  return rows[0]?.id ?? null;
}

export type FunnelDraft = Definition & {
  name: string;
  slug: string;
  description: string;
  targets: FunnelTargets;
};

const columnsOf = (draft: Omit<FunnelDraft, 'steps'>) => ({
  name: draft.name,
  slug: draft.slug,
  description: draft.description,
  countBy: draft.count_by,
  windowMinutes: draft.window_minutes,
  exclusions: draft.exclusions,
  targets: draft.targets,
});

export async function insertFunnel(
  client: pg.PoolClient,
  project: number,
  draft: FunnelDraft,
  now: Date,
): Promise<Funnel> {
  const id = ulid(now);
  const version = 1;
  await orm(client)
    .insert(funnels)
    .values({
      id,
      projectId: project,
      ...columnsOf(draft),
      status: 'draft',
      version,
      createdAt: now,
      updatedAt: now,
    });
  await storeSteps(client, { funnelId: id, before: [], after: draft.steps, version, now });
  return reread(client, id);
}

export async function storeDraft(
  client: pg.PoolClient,
  before: Funnel,
  draft: Omit<FunnelDraft, 'steps'> & { steps: Parameters<typeof storeSteps>[1]['after'] },
  now: Date,
): Promise<Funnel> {
  const version = before.version + 1;
  const change = { funnelId: before.id, before: before.steps, after: draft.steps, version, now };
  await storeSteps(client, change);
  await purgeSteps(client, before.id, now);
  return store(client, before, columnsOf(draft), now);
}

/** Changes columns of a funnel and raises its version. */
export async function store(
  client: pg.PoolClient,
  { id, version }: Funnel,
  columns: Partial<FunnelRow>,
  now: Date,
): Promise<Funnel> {
  await orm(client)
    .update(funnels)
    .set({ ...columns, version: version + 1, updatedAt: now })
    .where(eq(funnels.id, id));
  return reread(client, id);
}

/** Takes the panel of the dashboard from the funnels that are not this one. */
export async function clearOtherDefaults(client: pg.PoolClient, { id, project }: Funnel) {
  await orm(client)
    .update(funnels)
    .set({ isDefault: false })
    .where(and(eq(funnels.projectId, project), eq(funnels.isDefault, true), ne(funnels.id, id)));
}

/** Deletes the funnels of a project whose time to be restored is over, so that their names and slugs are free. */
export async function purgeFunnels(client: pg.PoolClient, project: number, now: Date) {
  await orm(client)
    .delete(funnels)
    .where(
      and(
        eq(funnels.projectId, project),
        isNotNull(funnels.archivedAt),
        lte(funnels.archivedAt, restorableSince(now)),
      ),
    );
}

async function reread(client: pg.PoolClient, id: string): Promise<Funnel> {
  const rows = await orm(client).select().from(funnels).where(eq(funnels.id, id));
  const [funnel] = await funnelsOf(client, rows);
  if (!funnel) throw new Error('A funnel that was written is not there.');
  return funnel;
}
