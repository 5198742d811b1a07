import { eq } from 'drizzle-orm';
import type { UpgradeNotice } from '#contract/installation/upgrade-notices.ts';
import type { Access } from '../access/access.ts';
import { isAllowed } from '../access/require-capability.ts';
import { type Connection, orm } from '../database/orm.ts';
import { upgradeNoticeDismissals, upgradeNotices } from '../database/schema/installation.ts';
import { changesOfUpgrades } from './upgrade-changes.ts';

type Reader = Pick<Access, 'userId' | 'isSuperuser' | 'memberships'>;

/** The notices of upgrades that a user has not dismissed, oldest first. */
export async function readUpgradeNotices(
  connection: Connection,
  reader: Reader,
): Promise<UpgradeNotice[]> {
  const ids = await idsFor(connection, reader);
  if (ids.length === 0) return [];
  const dismissed = await orm(connection)
    .select({ id: upgradeNoticeDismissals.noticeId })
    .from(upgradeNoticeDismissals)
    .where(eq(upgradeNoticeDismissals.userId, reader.userId));
  return changesOfUpgrades.filter(
    ({ id }) => ids.includes(id) && !dismissed.some((one) => one.id === id),
  );
}

/** False when the notice does not concern the user. A repeated dismissal changes nothing. */
export async function dismissUpgradeNotice(
  connection: Connection,
  reader: Reader,
  noticeId: string,
  dismissedAt: Date,
): Promise<boolean> {
  const ids = await idsFor(connection, reader);
  if (!ids.includes(noticeId)) return false;
  await orm(connection)
    .insert(upgradeNoticeDismissals)
    .values({ userId: reader.userId, noticeId, dismissedAt })
    .onConflictDoNothing();
  return true;
}

/** An upgrade concerns superusers, and owners of a project that is older. */
async function idsFor(
  connection: Connection,
  { isSuperuser, memberships }: Reader,
): Promise<string[]> {
  const owned = memberships.filter((one) => isAllowed(one, 'upgrade-notices.see'));
  if (!isSuperuser && owned.length === 0) return [];
  const notices = await orm(connection).select().from(upgradeNotices);
  return notices
    .filter(
      ({ lastProject }) => isSuperuser || owned.some(({ projectId }) => projectId <= lastProject),
    )
    .map(({ id }) => id);
}
