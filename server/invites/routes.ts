import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { inviteEndpoints } from '#contract/invites/endpoints.ts';
import type { Invite, SentInvite } from '#contract/invites/schemas.ts';
import type { Access } from '../access/access.ts';
import type { RecheckAccessOf } from '../access/recheck-access.ts';
import { isAllowed, memberForInput, requireCapability } from '../access/require-capability.ts';
import { attemptWindow } from '../accounts/attempt-window.ts';
import { newSecret } from '../accounts/secret.ts';
import { authorOf } from '../audit/audit-log.ts';
import type { Mailer } from '../mail/mailer.ts';
import { forbidden, notFound, tooManyAttempts } from '../platform/refusal.ts';
import type { Idempotent } from '../plugins/idempotency.ts';
import { type MemberCall, serve } from '../plugins/serve.ts';
import { inviteMail } from './invite-mails.ts';
import {
  createInvite,
  findInvite,
  type InvitedBy,
  type InviteRequest,
  type InviteRow,
  readInvites,
  renewInvite,
  revokeInvite,
  statusOf,
} from './repository.ts';

export type InviteDependencies = {
  pool: pg.Pool;
  mailer: Mailer;
  publicUrl: () => string;
  now: () => Date;
  idempotent: Idempotent;
  recheckAccessOf: RecheckAccessOf;
};

/** Invites of one person per hour in all projects, because anyone who signs up can create projects. */
const perPerson = 60;

/** Inviting people, for owners of projects. */
export function inviteRoutes(
  app: FastifyInstance,
  { pool, mailer, publicUrl, now, idempotent, recheckAccessOf }: InviteDependencies,
): void {
  const sending = attemptWindow({
    limit: perPerson,
    windowMs: 3_600_000,
    now: () => now().getTime(),
  });

  function spend({ userId }: Access): void {
    const wait = sending.wait(`${userId}`);
    if (wait > 0) throw tooManyAttempts(wait);
    sending.count(`${userId}`);
  }

  const by = ({ access, request }: Pick<MemberCall<never>, 'access' | 'request'>): InvitedBy => ({
    userId: access.userId,
    author: authorOf(access, request),
    now: now(),
    recheckAccess: recheckAccessOf(request),
  });

  /** Mails the link; where mails are not delivered, the caller gets the link to hand over. */
  async function sent(access: Access, id: number, uid: string): Promise<SentInvite> {
    const invite = await findInvite(pool, id);
    if (!invite) throw notFound();
    const link = `${publicUrl()}/invite/${uid}`;
    const projects = invite.projects.map(({ name }) => name);
    mailer.post(inviteMail({ to: invite.email, by: invite.inviter ?? '', projects }, link));
    return {
      ...answerOf(access, invite, now()),
      uid: mailer.delivers ? null : uid,
      link: mailer.delivers ? null : link,
    };
  }

  type Inviting = MemberCall<typeof inviteEndpoints.invite>;

  async function invite(call: Inviting, invitation: InviteRequest): Promise<SentInvite> {
    spend(call.access);
    const uid = newSecret('ci');
    const id = await createInvite(pool, invitation, uid, by(call));
    return sent(call.access, id, uid);
  }

  for (const endpoint of [inviteEndpoints.invite, inviteEndpoints.inviteToProjects]) {
    serve(app, endpoint, (call) => {
      const invitation = requestOf(call);
      return idempotent(call, () => invite(call, invitation));
    });
  }

  serve(app, inviteEndpoints.listInvites, async ({ access, query: { project } }) => {
    requireCapability(memberForInput(access, project), 'members.change');
    const invites = await readInvites(pool, project);
    return invites.map((invite) => answerOf(access, invite, now()));
  });

  serve(app, inviteEndpoints.resendInvite, async (call) => {
    const invite = await ownInvite(pool, call.access, call.params.id);
    spend(call.access);
    const uid = newSecret('ci');
    await renewInvite(pool, invite, uid, by(call));
    return sent(call.access, invite.id, uid);
  });

  serve(app, inviteEndpoints.revokeInvite, async (call) => {
    const invite = await ownInvite(pool, call.access, call.params.id);
    await revokeInvite(pool, invite, by(call));
    return 'The invite was revoked.';
  });
}

/** The invite of a call, if the caller may invite to every named project. */
function requestOf({ access, body }: MemberCall<typeof inviteEndpoints.invite>): InviteRequest {
  const projects = [...new Set(body.projects)].sort((a, b) => a - b);
  for (const id of projects) requireCapability(memberForInput(access, id), 'members.change');
  return { ...body, projects, affiliates: [...new Set(body.affiliates)] };
}

/** An invite to projects of the caller alone. */
async function ownInvite(pool: pg.Pool, access: Access, id: number): Promise<InviteRow> {
  const invite = await findInvite(pool, id);
  const isKnown = invite?.projects.some((project) =>
    access.memberships.some(({ projectId }) => projectId === project.id),
  );
  if (!invite || !isKnown) throw notFound();
  if (visibleIn(access, invite).length < invite.projects.length) {
    throw forbidden('Your role does not allow this.');
  }
  return invite;
}

const visibleIn = ({ memberships }: Access, { projects }: InviteRow): number[] =>
  projects
    .map(({ id }) => id)
    .filter((id) =>
      memberships.some((one) => one.projectId === id && isAllowed(one, 'members.change')),
    );

const answerOf = (access: Access, invite: InviteRow, now: Date): Invite => ({
  id: invite.id,
  email: invite.email,
  role: invite.role,
  projects: visibleIn(access, invite),
  affiliates: invite.affiliates,
  status: statusOf(invite, now),
  invited_by: invite.inviter,
  created_at: invite.created_at.toISOString(),
  sent_at: invite.sent_at.toISOString(),
  expires_at: invite.expires_at.toISOString(),
});
