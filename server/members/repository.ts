import type pg from 'pg';
import type { Role } from '#contract/accounts/roles.ts';
import type { RecheckAccess } from '../access/recheck-access.ts';
import { type Author, recordAuditEntry } from '../audit/audit-log.ts';
import { type Connection, inTransaction } from '../database/orm.ts';
import { forbidden, invalid, notFound, Refusal } from '../platform/refusal.ts';
import { addMember, removeMember } from '../projects/repository.ts';

export type MemberRow = {
  id: number;
  email: string;
  first_name: string;
  last_name: string;
  phone: string | null;
  image: string | null;
  state: string;
  last_seen_at: Date | null;
  project: number;
  role: Role;
  since: Date;
  affiliates: number[];
};

/** One row per person and project, in the order of the people. */
export async function readMemberships(
  connection: Connection,
  projects: readonly number[],
): Promise<MemberRow[]> {
  const { rows } = await connection.query<MemberRow>(
    `select u.id, u.email, u.first_name, u.last_name, u.phone, u.image, u.state, u.last_seen_at,
       member.project_id as project, member.role, member.created_at as since,
       case when member.role <> 'affiliate' then '{}' else array(
         select seen.affiliate_id from member_affiliates seen
         join affiliates affiliate on affiliate.id = seen.affiliate_id
         where seen.user_id = u.id and affiliate.project_id = member.project_id order by 1) end as affiliates
     from memberships member join users u on u.id = member.user_id
     where member.project_id = any($1) order by u.id, member.project_id`,
    [projects],
  );
  return rows;
}

/** The author, time and access check of a change. */
export type MembershipChange = { author: Author; now: Date; recheckAccess: RecheckAccess };

type Present = { email: string; role: Role };

/** Locks the project, so that of two owners who leave at once one stays. */
async function present(
  client: pg.PoolClient,
  project: number,
  user: number,
): Promise<Present | null> {
  await client.query('select from projects where id = $1 for no key update', [project]);
  const { rows } = await client.query<Present>(
    `select u.email, member.role from memberships member join users u on u.id = member.user_id
     where member.project_id = $1 and member.user_id = $2`,
    [project, user],
  );
  return rows[0] ?? null;
}

async function refuseLastOwner(
  client: pg.PoolClient,
  project: number,
  { role }: Present,
): Promise<void> {
  if (role !== 'owner') return;
  const { rows } = await client.query<{ owners: number }>(
    `select count(*)::int as owners from memberships where project_id = $1 and role = 'owner'`,
    [project],
  );
  if ((rows[0]?.owners ?? 0) < 2) {
    throw new Refusal(409, {
      detail: 'A project needs an owner. Make someone else the owner first.',
    });
  }
}

/** Authority that only owners can give ends with the role: open invites and API tokens. */
async function endAuthority(
  client: pg.PoolClient,
  project: number,
  user: number,
  now: Date,
): Promise<void> {
  await client.query(
    `update invites set revoked_at = $3
     where invited_by = $2 and accepted_at is null and revoked_at is null
       and id in (select invite_id from invite_projects where project_id = $1)`,
    [project, user, now],
  );
  await client.query(
    `update api_tokens set revoked_at = $3
     where project_id = $1 and user_id = $2 and revoked_at is null`,
    [project, user, now],
  );
}

export type NewRole = { role: Role; affiliates: readonly number[] | undefined };

export async function changeRole(
  pool: pg.Pool,
  { project, user }: { project: number; user: number },
  { role, affiliates }: NewRole,
  { author, now, recheckAccess }: MembershipChange,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    await recheckAccess(client, [project], 'members.change');
    const member = await present(client, project, user);
    if (!member) throw notFound();
    if (role !== 'owner') {
      await refuseLastOwner(client, project, member);
      await endAuthority(client, project, user, now);
    }
    if (affiliates) await replaceAffiliates(client, { project, user }, affiliates);
    if (role === 'affiliate') await requireAffiliate(client, { project, user });
    await addMember(client, project, user, role);
    const details = { role, before: member.role, ...(affiliates ? { affiliates } : {}) };
    await recordAuditEntry(client, author, now, {
      action: 'member.changed',
      project,
      target: member.email,
      details,
    });
  });
}

async function replaceAffiliates(
  client: pg.PoolClient,
  { project, user }: { project: number; user: number },
  affiliates: readonly number[],
): Promise<void> {
  await client.query(
    `delete from member_affiliates using affiliates
     where member_affiliates.affiliate_id = affiliates.id and affiliates.project_id = $1
       and member_affiliates.user_id = $2`,
    [project, user],
  );
  const { rowCount } = await client.query(
    `insert into member_affiliates (user_id, affiliate_id)
     select $2, id from affiliates where project_id = $1 and id = any($3)`,
    [project, user, affiliates],
  );
  if (rowCount !== new Set(affiliates).size) throw forbidden();
}

async function requireAffiliate(
  client: pg.PoolClient,
  { project, user }: { project: number; user: number },
): Promise<void> {
  const { rows } = await client.query(
    `select from member_affiliates seen join affiliates affiliate on affiliate.id = seen.affiliate_id
     where affiliate.project_id = $1 and seen.user_id = $2 limit 1`,
    [project, user],
  );
  if (rows.length === 0) throw invalid('affiliates', 'Choose at least one affiliate.');
}

/** Ends a membership; what the person created stays with the project. Ending a missing membership changes nothing. */
export async function endMembership(
  pool: pg.Pool,
  { project, user }: { project: number; user: number },
  action: 'member.removed' | 'member.left',
  { author, now, recheckAccess }: MembershipChange,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    if (action === 'member.removed') await recheckAccess(client, [project], 'members.change');
    const member = await present(client, project, user);
    if (!member) return;
    await refuseLastOwner(client, project, member);
    await endAuthority(client, project, user, now);
    await removeMember(client, project, user);
    const details = { role: member.role };
    await recordAuditEntry(client, author, now, { action, project, target: member.email, details });
  });
}

/** Makes another member an owner and the former owner a manager. */
export async function handOver(
  pool: pg.Pool,
  { project, from, to }: { project: number; from: number; to: number },
  { author, now }: MembershipChange,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const heir = await present(client, project, to);
    if (!heir || to === from) throw invalid('user', 'Choose another member of this project.');
    const giver = await present(client, project, from);
    // The role may have changed while the password was checked.
    if (giver?.role !== 'owner') throw forbidden('Your role does not allow this.');
    await addMember(client, project, to, 'owner');
    await client.query(
      `update memberships set role = 'manager' where project_id = $1 and user_id = $2`,
      [project, from],
    );
    await endAuthority(client, project, from, now);
    const details = { before: heir.role };
    const auditEvent = {
      action: 'project.handed-over',
      project,
      target: heir.email,
      details,
    } as const;
    await recordAuditEntry(client, author, now, auditEvent);
  });
}
