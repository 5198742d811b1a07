import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { inviteEndpoints } from '#contract/invites/endpoints.ts';
import type { Invite, SentInvite } from '#contract/invites/schemas.ts';
import type { Access } from '../access/access.ts';
import { isAllowed, memberForInput, requireCapability } from '../access/require-capability.ts';
import { newSecret } from '../accounts/secret.ts';
import { forbidden, notFound } from '../platform/refusal.ts';
import type { Idempotent } from '../plugins/idempotency.ts';
import { type MemberCall, serve } from '../plugins/serve.ts';
import { forgetFailedInviteMail } from './failed-invite-mail.ts';
import type { InviteSending } from './invite-sending.ts';
import {
  createInvite,
  findInvite,
  type InviteRequest,
  type InviteRow,
  readInvites,
  revokeInvite,
  statusOf,
} from './repository.ts';

export type InviteDependencies = {
  pool: pg.Pool;
  sending: InviteSending;
  now: () => Date;
  idempotent: Idempotent;
};

/** Inviting people, for owners of projects. */
export function inviteRoutes(
  app: FastifyInstance,
  { pool, sending, now, idempotent }: InviteDependencies,
): void {
  async function sent(access: Access, id: number, uid: string): Promise<SentInvite> {
    const invite = await findInvite(pool, id);
    if (!invite) throw notFound();
    return { ...answerOf(access, invite, now()), ...sending.mail(invite, uid) };
  }

  type Inviting = MemberCall<typeof inviteEndpoints.invite>;

  async function invite(call: Inviting, invitation: InviteRequest): Promise<SentInvite> {
    await sending.spend(call.access);
    const uid = newSecret('ci');
    const id = await createInvite(pool, invitation, uid, sending.invitedBy(call));
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
    const uid = await sending.renew(pool, invite, call);
    await forgetFailedInviteMail(pool, invite.id);
    return sent(call.access, invite.id, uid);
  });

  serve(app, inviteEndpoints.revokeInvite, async (call) => {
    const invite = await ownInvite(pool, call.access, call.params.id);
    await revokeInvite(pool, invite, sending.invitedBy(call));
    await forgetFailedInviteMail(pool, invite.id);
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
