import { eq, inArray } from 'drizzle-orm';
import type pg from 'pg';
import { startOfDay } from '#contract/period.ts';
import type { Hasher } from '../accounts/hasher.ts';
import { createUser, findUserByEmail } from '../accounts/users.ts';
import { createAffiliate } from '../affiliates/repository.ts';
import { type Connection, inTransaction, orm } from '../database/orm.ts';
import { affiliates } from '../database/schema/affiliates.ts';
import { projects } from '../database/schema/projects.ts';
import { createProject, findProjectBySlug } from '../projects/repository.ts';
import { company, type DemoProject, demoProjects } from './company.ts';
import { createFunnels } from './create-funnels.ts';
import { createOffers } from './create-offers.ts';
import { createTests } from './create-tests.ts';
import type { World } from './world.ts';

/** A shop of the demo as the database stores it. */
export type Shop = { id: number; project: DemoProject; affiliateIds: ReadonlyMap<string, number> };

export const demoEmail = 'demo@clickledger.test';

type Dependencies = {
  pool: pg.Pool;
  hasher: Hasher;
  password: string;
  /** Whether the demo was complete before: then a missing shop was deleted by a user. */
  isEstablished: boolean;
  world: World;
};

/**
 * Creates the missing parts of the demo's company, so that an interrupted start is completed by the next. Shops that a
 * user deleted stay deleted.
 */
export async function createShops(dependencies: Dependencies): Promise<Shop[]> {
  const owner = await ownerOf(dependencies);
  const shops: Shop[] = [];
  for (const project of demoProjects) {
    const shop = await shopOf(dependencies, project, owner);
    if (shop) shops.push(shop);
  }
  return shops;
}

/** The shops that no user has deleted. */
export async function existingShops<One extends { shop: Shop }>(
  connection: Connection,
  all: readonly One[],
): Promise<One[]> {
  const ids = all.map(({ shop }) => shop.id);
  const found = await orm(connection)
    .select({ id: projects.id })
    .from(projects)
    .where(inArray(projects.id, ids));
  const left = new Set(found.map(({ id }) => id));
  return all.filter(({ shop }) => left.has(shop.id));
}

async function ownerOf({ pool, hasher, password }: Dependencies): Promise<number> {
  const known = await findUserByEmail(pool, demoEmail);
  if (known) return known.id;
  const names = { firstName: 'Dana', lastName: 'Marlow' };
  return (await createUser(pool, hasher, { email: demoEmail, password, ...names })).id;
}

async function shopOf(
  { pool, isEstablished, world }: Dependencies,
  project: DemoProject,
  owner: number,
): Promise<Shop | null> {
  const { firstDay, startedAt } = world;
  const { slug, name, url, timezone, monthlyEvents } = project;
  const found = await findProjectBySlug(pool, slug);
  const known = found?.isDemo ? found : null;
  if (!known && isEstablished) return null;
  const { id } =
    known ??
    (
      await createProject(pool, {
        name,
        url,
        timezone,
        createdBy: owner,
        isDemo: true,
        currency: company.currency,
        numberOfEvents: monthlyEvents,
      })
    ).project;
  const affiliateIds = await inTransaction(pool, async (client) => {
    const ids = await addPartners(client, id, project);
    const begins = startOfDay(firstDay, timezone);
    await createOffers(client, { id, project, affiliateIds: ids, begins, startedAt });
    return ids;
  });
  if (!isEstablished) {
    await inTransaction(pool, async (client) => {
      await createFunnels(client, { id, project, owner, startedAt });
      await createTests(client, { id, project, world });
    });
  }
  return { id, project, affiliateIds };
}

async function addPartners(
  connection: Connection,
  projectId: number,
  project: DemoProject,
): Promise<Map<string, number>> {
  const partners = await orm(connection)
    .select({ id: affiliates.id, affId: affiliates.affId })
    .from(affiliates)
    .where(eq(affiliates.projectId, projectId));
  const ids = new Map(partners.map(({ id, affId }) => [affId, id]));
  for (const { affId, name, payout } of project.affiliates) {
    if (ids.has(affId)) continue;
    ids.set(affId, await createAffiliate(connection, { affId, projectId, name, payout }));
  }
  return ids;
}
