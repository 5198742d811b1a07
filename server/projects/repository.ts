import { and, asc, eq, inArray, isNull, like, or, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Role } from '#contract/accounts/roles.ts';
import { type Connection, orm, within } from '../database/orm.ts';
import { users } from '../database/schema/accounts.ts';
import { subscriptions } from '../database/schema/billing.ts';
import { masterPixels } from '../database/schema/master-pixels.ts';
import { memberAffiliates, memberships } from '../database/schema/members.ts';
import { projects } from '../database/schema/projects.ts';
import { requestRecompute } from '../pipeline/request-recompute.ts';
import { newCollectKey } from './collect-key.ts';
import { newPixelKey } from './pixel-key.ts';
import { withAnotherPrimaryEvent } from './primary-event-change.ts';
import { slugOf } from './slug.ts';

export type ProjectRow = typeof projects.$inferSelect;
export type MasterPixelRow = typeof masterPixels.$inferSelect;

export type NewProject = {
  name: string;
  createdBy: number | null;
  url?: string;
  target?: string;
  numberOfEvents?: number;
  timezone?: string;
  currency?: string;
  isDemo?: boolean;
};
export type ProjectChange = {
  name?: string | undefined;
  url?: string | undefined;
  target?: string | undefined;
  numberOfEvents?: number | undefined;
  timezone?: string | undefined;
  keepAddresses?: boolean | undefined;
  image?: string | null | undefined;
};

/**
 * Creates a project with its primary master pixel and its owner. `collectKey` is readable here and never again.
 */
export async function createProject(
  connection: Connection,
  input: NewProject,
): Promise<{ project: ProjectRow; collectKey: string }> {
  return within(connection, (client) => insertProject(client, input));
}

async function insertProject(client: pg.PoolClient, input: NewProject) {
  const { key, hash, start } = newCollectKey();
  const [project] = await orm(client)
    .insert(projects)
    .values({
      ...input,
      slug: await freeSlug(client, slugOf(input.name)),
      collectKeyHash: hash,
      collectKeyStart: start,
    })
    .returning();
  if (!project) throw new Error('The project was not created.');
  await orm(client)
    .insert(masterPixels)
    .values({
      projectId: project.id,
      name: titleOf(project.target),
      eventName: project.target,
      isPrimary: true,
      publicKey: newPixelKey(),
    });
  if (input.createdBy !== null) await addMember(client, project.id, input.createdBy, 'owner');
  return { project, collectKey: key };
}

/** An arbitrary number, the same in every process that creates projects. */
const slugLock = 7_310_442;

/** Projects are created one after the other, or two of one name could take the same slug. */
async function freeSlug(client: pg.PoolClient, wanted: string): Promise<string> {
  await client.query('select pg_advisory_xact_lock($1)', [slugLock]);
  const rows = await orm(client)
    .select({ slug: projects.slug })
    .from(projects)
    .where(or(eq(projects.slug, wanted), like(projects.slug, `${wanted}-%`)));
  const taken = new Set(rows.map(({ slug }) => slug));
  let number = 1;
  while (taken.has(number === 1 ? wanted : `${wanted}-${number}`)) number += 1;
  return number === 1 ? wanted : `${wanted}-${number}`;
}

/** `add_to_cart` as "Add to cart". */
const titleOf = (eventName: string): string => {
  const words = eventName.replace(/[_-]+/g, ' ').trim();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

/** Adds a member or changes the role. `affiliateIds` only matter for the role `affiliate`. */
export async function addMember(
  connection: Connection,
  projectId: number,
  userId: number,
  role: Role,
  affiliateIds: readonly number[] = [],
): Promise<void> {
  await orm(connection)
    .insert(memberships)
    .values({ projectId, userId, role })
    .onConflictDoUpdate({ target: [memberships.userId, memberships.projectId], set: { role } });
  if (affiliateIds.length === 0) return;
  await orm(connection)
    .insert(memberAffiliates)
    .values(affiliateIds.map((affiliateId) => ({ userId, affiliateId })))
    .onConflictDoNothing();
}

/** Removes the role and the affiliates; the next request of the person has neither. */
export async function removeMember(
  connection: Connection,
  projectId: number,
  userId: number,
): Promise<void> {
  await connection.query(
    `with own as (
       delete from member_affiliates using affiliates
       where member_affiliates.affiliate_id = affiliates.id
         and affiliates.project_id = $1 and member_affiliates.user_id = $2)
     delete from memberships where project_id = $1 and user_id = $2`,
    [projectId, userId],
  );
}

export function readProjects(
  connection: Connection,
  ids: readonly number[],
): Promise<ProjectRow[]> {
  return orm(connection)
    .select()
    .from(projects)
    .where(inArray(projects.id, [...ids]))
    .orderBy(asc(projects.id));
}

export async function findProjectBySlug(
  connection: Connection,
  slug: string,
): Promise<ProjectRow | null> {
  const [project] = await orm(connection).select().from(projects).where(eq(projects.slug, slug));
  return project ?? null;
}

/** A new goal also becomes the event of the primary master pixel, because both name the same event. */
export async function changeProject(
  connection: Connection,
  id: number,
  change: ProjectChange,
): Promise<void> {
  const { name, url, target, numberOfEvents, timezone, keepAddresses, image } = change;
  const values = { name, url, target, numberOfEvents, timezone, keepAddresses, image };
  const columns = Object.entries(values).filter(([, value]) => value !== undefined);
  if (columns.length === 0) return;
  await within(connection, async (client) => {
    const before = await lockProject(client, id);
    await orm(client).update(projects).set(Object.fromEntries(columns)).where(eq(projects.id, id));
    // The days of exchange rates and costs are in the project's zone.
    if (timezone !== undefined && timezone !== before.timezone) await requestRecompute(client, id);
    if (target === undefined) return;
    await withAnotherPrimaryEvent(client, id, async () => {
      await orm(client)
        .update(masterPixels)
        .set({ eventName: target, name: titleOf(target) })
        .where(and(eq(masterPixels.projectId, id), eq(masterPixels.isPrimary, true)));
    });
  });
}

/** Locks the project until the transaction ends. */
export async function lockProject(client: pg.PoolClient, id: number): Promise<ProjectRow> {
  const [project] = await orm(client)
    .select()
    .from(projects)
    .where(eq(projects.id, id))
    .for('no key update');
  if (!project) throw new Error('There is no such project.');
  return project;
}

/** Schedules the deletion; null restores the project. */
export async function scheduleDeletion(
  connection: Connection,
  id: number,
  deletesAt: Date | null,
): Promise<void> {
  await orm(connection).update(projects).set({ deletesAt }).where(eq(projects.id, id));
}

/** The e-mail addresses of a project's owners. */
export async function readOwners(connection: Connection, id: number): Promise<string[]> {
  const { rows } = await connection.query<{ email: string }>(
    `select u.email from memberships m join users u on u.id = m.user_id
     where m.project_id = $1 and m.role = 'owner' order by u.id`,
    [id],
  );
  return rows.map(({ email }) => email);
}

export async function rotateCollectKey(connection: Connection, id: number): Promise<string> {
  const { key, hash, start } = newCollectKey();
  await orm(connection)
    .update(projects)
    .set({ collectKeyHash: hash, collectKeyStart: start })
    .where(eq(projects.id, id));
  return key;
}

export function readMembers(connection: Connection, projectIds: readonly number[]) {
  return orm(connection)
    .select({
      projectId: memberships.projectId,
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      role: memberships.role,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(inArray(memberships.projectId, [...projectIds]))
    .orderBy(asc(memberships.projectId), asc(users.id));
}

export function readSubscriptions(connection: Connection, projectIds: readonly number[]) {
  return orm(connection)
    .select()
    .from(subscriptions)
    .where(inArray(subscriptions.projectId, [...projectIds]))
    .orderBy(sql`status = 'canceled'`, asc(subscriptions.id));
}

export function readMasterPixels(
  connection: Connection,
  projectId: number,
): Promise<MasterPixelRow[]> {
  return orm(connection)
    .select()
    .from(masterPixels)
    .where(and(eq(masterPixels.projectId, projectId), isNull(masterPixels.removedAt)))
    .orderBy(asc(masterPixels.id));
}
