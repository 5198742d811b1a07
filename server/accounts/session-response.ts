import type { AffiliateRef, Session } from '#contract/accounts/session.ts';
import { zoneOf } from '#contract/time-zone.ts';
import type { Access, Membership } from '../access/access.ts';
import type { Connection } from '../database/orm.ts';
import { readUpgradeNotices } from '../installation/upgrade-notices.ts';
import { personResponse } from './person-response.ts';
import { readUser } from './users.ts';

/** The answer of every call that opens or checks a session; projects and affiliates come in a stable order. */
export async function sessionResponse(
  connection: Connection,
  access: Access,
  token: string,
): Promise<Session> {
  const user = await readUser(connection, access.userId);
  if (!user) throw new Error('The session has no user.');
  const { memberships } = access;
  const notices = await readUpgradeNotices(connection, access);
  return {
    token,
    ...personResponse(user),
    is_superuser: user.isSuperuser,
    is_debug: user.isDebug,
    timezone: user.timezone === null ? null : zoneOf(user.timezone),
    ...timezoneNotice(user.timezone, memberships),
    ...(user.locale === null ? {} : { locale: user.locale }),
    email_notifications: user.emailNotifications,
    projects: memberships.map(({ projectId, name, slug, timezone, currency, role }) => ({
      id: projectId,
      name,
      slug,
      timezone,
      currency,
      role,
    })),
    affiliates: await affiliatesOf(connection, memberships),
    subscriptions: await subscriptionsOf(connection, memberships),
    ...(notices.length > 0 ? { upgrade_notices: notices } : {}),
  };
}

function timezoneNotice(
  own: string | null,
  memberships: readonly Membership[],
): Pick<Session, 'timezone_notice'> {
  const notices = memberships.flatMap(({ name, unknownZone }) =>
    unknownZone === undefined
      ? []
      : [
          `The time zone "${unknownZone}" of ${name} is not known, so its days are counted in UTC. An owner can choose another one in the settings.`,
        ],
  );
  if (own !== null && zoneOf(own) === null) {
    notices.unshift(
      `Your time zone "${own}" is not known, so times are shown in UTC. Choose another one in your profile.`,
    );
  }
  return notices.length === 0 ? {} : { timezone_notice: notices.join(' ') };
}

async function affiliatesOf(
  connection: Connection,
  memberships: readonly Membership[],
): Promise<AffiliateRef[]> {
  const whole = memberships.filter(({ affiliates }) => affiliates === null);
  const own = memberships.flatMap(({ affiliates }) => affiliates ?? []);
  const { rows } = await connection.query<AffiliateRef>(
    `select affiliate.id, affiliate.aff_id, affiliate.name, project.id as project,
       project.name as project_name, project.slug as project_slug
     from affiliates affiliate join projects project on project.id = affiliate.project_id
     where affiliate.project_id = any($1) or affiliate.id = any($2)
     order by project.id, affiliate.id`,
    [whole.map(({ projectId }) => projectId), own.map(({ id }) => id)],
  );
  return rows;
}

async function subscriptionsOf(
  connection: Connection,
  memberships: readonly Membership[],
): Promise<Session['subscriptions']> {
  const projects = memberships.filter(({ role }) => role !== 'affiliate');
  const { rows } = await connection.query<Session['subscriptions'][number]>(
    `select id, status, project_id as project, plan from subscriptions
     where project_id = any($1) order by status = 'canceled', id`,
    [projects.map(({ projectId }) => projectId)],
  );
  return rows;
}
