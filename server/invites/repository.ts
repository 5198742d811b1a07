import type pg from 'pg';
import type { Role } from '#contract/accounts/roles.ts';
import { type Invite, inviteDays, invitesPerDay } from '#contract/invites/schemas.ts';
import type { RecheckAccess } from '../access/recheck-access.ts';
import { isAllowed } from '../access/require-capability.ts';
import { digestOf } from '../accounts/secret.ts';
import { readMemberships } from '../accounts/sessions.ts';
import { skipSignUp } from '../accounts/sign-up-state.ts';
import { type Author, recordAuditEntry } from '../audit/audit-log.ts';
import { type Connection, inTransaction, within } from '../database/orm.ts';
import { forbidden, invalid, Refusal } from '../platform/refusal.ts';
import { addMember } from '../projects/repository.ts';

const day = 86_400_000;

export type InviteRow = {
  id: number;
  email: string;
  role: Role;
  invited_by: number | null;
  inviter: string | null;
  created_at: Date;
  sent_at: Date;
  expires_at: Date;
  accepted_at: Date | null;
  revoked_at: Date | null;
  projects: { id: number; name: string; image: string | null }[];
  affiliates: number[];
};

const selected = `
  select invite.id, invite.email, invite.role, invite.invited_by, invite.created_at, invite.sent_at,
    invite.expires_at, invite.accepted_at, invite.revoked_at,
    coalesce(nullif(trim(inviter.first_name || ' ' || inviter.last_name), ''), inviter.email) as inviter,
    coalesce((
      select json_agg(json_build_object('id', project.id, 'name', project.name, 'image', project.image) order by project.id)
      from invite_projects asked join projects project on project.id = asked.project_id
      where asked.invite_id = invite.id), '[]') as projects,
    array(select affiliate_id from invite_affiliates where invite_id = invite.id order by 1) as affiliates
  from invites invite left join users inviter on inviter.id = invite.invited_by`;

export async function readInvites(connection: Connection, projectId: number): Promise<InviteRow[]> {
  const { rows } = await connection.query<InviteRow>(
    `${selected} where invite.id in (select invite_id from invite_projects where project_id = $1)
     order by invite.sent_at desc, invite.id desc`,
    [projectId],
  );
  return rows;
}

export async function findInvite(connection: Connection, id: number): Promise<InviteRow | null> {
  const { rows } = await connection.query<InviteRow>(`${selected} where invite.id = $1`, [id]);
  return rows[0] ?? null;
}

export async function findInviteByUid(
  connection: Connection,
  uid: string,
): Promise<InviteRow | null> {
  const { rows } = await connection.query<InviteRow>(`${selected} where invite.uid_hash = $1`, [
    digestOf(uid),
  ]);
  return rows[0] ?? null;
}

export function statusOf(
  { accepted_at: accepted, revoked_at: revoked, expires_at: expires }: InviteRow,
  now: Date,
): Invite['status'] {
  if (accepted) return 'accepted';
  if (revoked) return 'revoked';
  return expires <= now ? 'expired' : 'pending';
}

export type InviteRequest = {
  email: string;
  role: Role;
  projects: readonly number[];
  affiliates: readonly number[];
};

/** The inviting user and the time. */
export type InvitedBy = { userId: number; author: Author; now: Date; recheckAccess: RecheckAccess };

/** Creates an invite and answers its id. Members and people with an open invite are not invited again. */
export async function createInvite(
  pool: pg.Pool,
  { email, role, projects, affiliates }: InviteRequest,
  uid: string,
  { userId, author, now, recheckAccess }: InvitedBy,
): Promise<number> {
  return inTransaction(pool, async (client) => {
    await recheckAccess(client, projects, 'members.change');
    await spendMails(client, projects, now);
    await requireAffiliates(client, projects, affiliates);
    await refuseMember(client, email, projects);
    const { rows: openInvites } = await client.query(
      `select from invites invite join invite_projects asked on asked.invite_id = invite.id
       where invite.email = $1 and asked.project_id = any($2)
         and invite.accepted_at is null and invite.revoked_at is null and invite.expires_at > $3`,
      [email, projects, now],
    );
    if (openInvites.length > 0)
      throw invalid('email', 'Invited already. Send that invite again instead.');

    const { rows } = await client.query<{ id: number }>(
      `insert into invites (uid_hash, email, role, invited_by, created_at, sent_at, expires_at)
       values ($1, $2, $3, $4, $5, $5, $6) returning id`,
      [digestOf(uid), email, role, userId, now, expiryAt(now)],
    );
    const id = rows[0]?.id;
    if (id === undefined) throw new Error('The invite was not written.');
    await client.query(
      'insert into invite_projects (invite_id, project_id) select $1, unnest($2::int[])',
      [id, projects],
    );
    await client.query(
      'insert into invite_affiliates (invite_id, affiliate_id) select $1, unnest($2::int[])',
      [id, affiliates],
    );
    for (const project of projects) {
      const details = { role, ...(affiliates.length > 0 ? { affiliates } : {}) };
      await recordAuditEntry(client, author, now, {
        action: 'invite.sent',
        project,
        target: email,
        details,
      });
    }
    return id;
  });
}

/** Gives an open invite a new link and its full validity. */
export async function renewInvite(
  connection: Connection,
  { id, email, projects }: InviteRow,
  uid: string,
  { author, now, recheckAccess }: InvitedBy,
): Promise<void> {
  await within(connection, async (client) => {
    const ids = projects.map((project) => project.id);
    await recheckAccess(client, ids, 'members.change');
    await spendMails(client, ids, now);
    const { rowCount } = await client.query(
      `update invites set uid_hash = $2, sent_at = $3, expires_at = $4
       where id = $1 and accepted_at is null and revoked_at is null`,
      [id, digestOf(uid), now, expiryAt(now)],
    );
    if (rowCount === 0) throw over();
    for (const project of ids) {
      await recordAuditEntry(client, author, now, {
        action: 'invite.resent',
        project,
        target: email,
      });
    }
  });
}

/** Revoking a revoked invite changes nothing. */
export async function revokeInvite(
  pool: pg.Pool,
  { id, email, projects }: InviteRow,
  { author, now }: InvitedBy,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      'update invites set revoked_at = $2 where id = $1 and accepted_at is null and revoked_at is null',
      [id, now],
    );
    if (rowCount === 0) return refuseAccepted(client, id);
    for (const project of projects) {
      const auditEvent = { action: 'invite.revoked', project: project.id, target: email } as const;
      await recordAuditEntry(client, author, now, auditEvent);
    }
  });
}

async function refuseAccepted(client: pg.PoolClient, id: number): Promise<void> {
  const { rows } = await client.query(
    'select from invites where id = $1 and accepted_at is not null',
    [id],
  );
  if (rows.length > 0) throw over();
}

/**
 * Accepts the invite in the caller's transaction and makes the person a member. One update decides between concurrent
 * calls; the others get false. An existing membership stays unchanged, because its role and affiliates were set after
 * the invite was written.
 */
export async function useInvite(
  client: pg.PoolClient,
  invite: InviteRow,
  user: { id: number; email: string },
  { author, now }: { author: Author; now: Date },
): Promise<boolean> {
  if (!(await mayStillInvite(client, invite))) return false;
  const { rowCount } = await client.query(
    `update invites set accepted_at = $2
     where id = $1 and accepted_at is null and revoked_at is null and expires_at > $2`,
    [invite.id, now],
  );
  if (rowCount === 0) return false;
  await skipSignUp(client, user.id);
  const projects = invite.projects.map(({ id }) => id);
  const { rows: present } = await client.query<{ project_id: number }>(
    'select project_id from memberships where user_id = $1 and project_id = any($2)',
    [user.id, projects],
  );
  const joined = projects.filter((id) => !present.some(({ project_id }) => project_id === id));
  for (const project of joined) await addMember(client, project, user.id, invite.role);
  await seeAffiliates(client, user.id, { projects: joined, affiliates: invite.affiliates });
  for (const project of projects) {
    const details = { role: invite.role };
    const auditEvent = { action: 'invite.accepted', project, target: user.email, details } as const;
    await recordAuditEntry(client, author, now, auditEvent);
  }
  return true;
}

/** The inviting user must still be allowed to invite when the invite is accepted. */
export async function mayStillInvite(
  connection: Connection,
  { invited_by: inviter, projects }: InviteRow,
): Promise<boolean> {
  if (inviter === null || projects.length === 0) return false;
  const memberships = await readMemberships(connection, inviter);
  return projects.every(({ id }) =>
    memberships.some((one) => one.projectId === id && isAllowed(one, 'members.change')),
  );
}

/** Mails are counted while the projects are locked, so that two calls at once cannot exceed the limit. */
async function spendMails(
  client: pg.PoolClient,
  projects: readonly number[],
  now: Date,
): Promise<void> {
  await client.query('select from projects where id = any($1) order by id for no key update', [
    projects,
  ]);
  const { rows } = await client.query<{ oldest: Date }>(
    `select min(sent_at) as oldest from invite_mails where project_id = any($1) and sent_at > $2
     group by project_id having count(*) >= $3 order by 1 desc limit 1`,
    [projects, new Date(now.getTime() - day), invitesPerDay],
  );
  const [spent] = rows;
  if (spent) {
    throw new Refusal(
      429,
      { detail: `A project can send ${invitesPerDay} invites a day. Try again tomorrow.` },
      Math.ceil((spent.oldest.getTime() + day - now.getTime()) / 1_000),
    );
  }
  await client.query(
    'insert into invite_mails (project_id, sent_at) select unnest($1::int[]), $2',
    [projects, now],
  );
}

/** Missing affiliates and those of other projects refuse the call. */
async function requireAffiliates(
  client: pg.PoolClient,
  projects: readonly number[],
  affiliates: readonly number[],
): Promise<void> {
  const { rows } = await client.query(
    'select from affiliates where id = any($1) and project_id = any($2)',
    [affiliates, projects],
  );
  if (rows.length < affiliates.length) throw forbidden();
}

async function refuseMember(
  client: pg.PoolClient,
  email: string,
  projects: readonly number[],
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select project.name from memberships member join users u on u.id = member.user_id
     join projects project on project.id = member.project_id
     where u.email = $1 and project.id = any($2) order by project.id limit 1`,
    [email, projects],
  );
  if (rows[0]) throw invalid('email', `Works in ${rows[0].name} already.`);
}

/** Those of these affiliates that are in these projects. */
const seeAffiliates = (
  client: pg.PoolClient,
  userId: number,
  { projects, affiliates }: Pick<InviteRequest, 'projects' | 'affiliates'>,
) =>
  client.query(
    `insert into member_affiliates (user_id, affiliate_id)
     select $1, id from affiliates where id = any($2) and project_id = any($3)
     on conflict do nothing`,
    [userId, affiliates, projects],
  );

const expiryAt = (now: Date): Date => new Date(now.getTime() + inviteDays * day);

const over = () => new Refusal(409, { detail: 'This invite was accepted or revoked already.' });
