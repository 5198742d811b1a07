import type { Project } from '#contract/projects/schemas.ts';
import { storedZone } from '#contract/time-zone.ts';
import type { Membership } from '../access/access.ts';
import { isAllowed } from '../access/require-capability.ts';
import { readOpenIntents } from '../billing/stripe-accounts.ts';
import type { Connection } from '../database/orm.ts';
import { notFound } from '../platform/refusal.ts';
import { shownKey } from './collect-key.ts';
import { type ProjectRow, readMembers, readProjects, readSubscriptions } from './repository.ts';
import type { Statistics } from './statistics.ts';

/** The projects of these members, each as far as the role may see it: an affiliate sees nothing of other affiliates. */
export async function projectResponses(
  connection: Connection,
  statistics: Statistics,
  memberships: readonly Membership[],
): Promise<Project[]> {
  const ids = memberships.map(({ projectId }) => projectId);
  const [rows, members, subscriptions, intents, used] = await Promise.all([
    readProjects(connection, ids),
    readMembers(connection, ids),
    readSubscriptions(connection, ids),
    readOpenIntents(connection, ids),
    statistics.eventsUsed(ids),
  ]);
  return memberships.flatMap((membership) => {
    const row = rows.find(({ id }) => id === membership.projectId);
    if (!row) return [];
    const { id } = row;
    const may = (capability: Parameters<typeof isAllowed>[1]) => isAllowed(membership, capability);
    const subscription = subscriptions.find(({ projectId }) => projectId === id);
    return [
      {
        ...plain(row),
        number_of_events: may('usage.see') ? row.numberOfEvents : 0,
        events_used: may('usage.see') ? (used.get(id) ?? 0) : 0,
        collect_key: may('collect-key.see') ? shownKey(row.collectKeyStart) : '',
        users: may('members.see')
          ? members
              .filter(({ projectId }) => projectId === id)
              .map(({ id: userId, firstName, lastName, email, role }) => ({
                id: userId,
                full_name: `${firstName} ${lastName}`.trim(),
                email,
                role,
              }))
          : [],
        setup_intent: may('billing.change') ? (intents.get(id) ?? null) : null,
        subscription:
          subscription && may('subscription.see')
            ? { id: subscription.id, status: subscription.status }
            : null,
      },
    ];
  });
}

/** One project, for a member of it. */
export async function projectResponse(
  connection: Connection,
  statistics: Statistics,
  membership: Membership,
): Promise<Project> {
  const [project] = await projectResponses(connection, statistics, [membership]);
  if (!project) throw notFound();
  return project;
}

const plain = (row: ProjectRow) => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  image: row.image,
  url: row.url,
  target: row.target,
  created_by: row.createdBy,
  timezone: storedZone(row.timezone),
  currency: row.currency,
  keep_addresses: row.keepAddresses,
  deletes_at: row.deletesAt?.toISOString() ?? null,
});
