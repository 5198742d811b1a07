import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { memberEndpoints } from '#contract/members/endpoints.ts';
import type { Member } from '#contract/members/schemas.ts';
import type { Access } from '../access/access.ts';
import type { RecheckAccessOf } from '../access/recheck-access.ts';
import {
  isAllowed,
  memberForInput,
  memberOf,
  requireCapability,
} from '../access/require-capability.ts';
import { confirmPassword } from '../accounts/confirm-password.ts';
import type { Hasher } from '../accounts/hasher.ts';
import type { LoginLimits } from '../accounts/login-limits.ts';
import { readUser } from '../accounts/users.ts';
import { authorOf } from '../audit/audit-log.ts';
import { notFound, unauthorized } from '../platform/refusal.ts';
import { type MemberCall, serve } from '../plugins/serve.ts';
import {
  changeRole,
  endMembership,
  handOver,
  type MemberRow,
  type MembershipChange,
  readMemberships,
} from './repository.ts';

export type MemberDependencies = {
  pool: pg.Pool;
  hasher: Hasher;
  limits: LoginLimits;
  now: () => Date;
  recheckAccessOf: RecheckAccessOf;
};

/** The members of a project with role and end date. */
export function memberRoutes(
  app: FastifyInstance,
  { pool, hasher, limits, now, recheckAccessOf }: MemberDependencies,
): void {
  const by = ({
    access,
    request,
  }: Pick<MemberCall<never>, 'access' | 'request'>): MembershipChange => ({
    author: authorOf(access, request),
    now: now(),
    recheckAccess: recheckAccessOf(request),
  });

  serve(app, memberEndpoints.listMembers, async ({ access, query: { project } }) => {
    if (project !== undefined) requireCapability(memberForInput(access, project), 'members.see');
    const projects = access.memberships
      .filter((one) => project === undefined || one.projectId === project)
      .filter((one) => isAllowed(one, 'members.see'))
      .map(({ projectId }) => projectId);
    return membersIn(access, await readMemberships(pool, projects));
  });

  serve(app, memberEndpoints.changeMember, async (call) => {
    const { access, params, body } = call;
    requireCapability(memberOf(access, params.project), 'members.change');
    const { role, affiliates } = body;
    await changeRole(pool, params, { role, affiliates }, by(call));
    const rows = await readMemberships(pool, [params.project]);
    const [member] = membersIn(
      access,
      rows.filter(({ id }) => id === params.user),
    );
    if (!member) throw notFound();
    return member;
  });

  serve(app, memberEndpoints.removeMember, async (call) => {
    const { access, params } = call;
    requireCapability(memberOf(access, params.project), 'members.change');
    await endMembership(pool, params, 'member.removed', by(call));
    return 'The member was removed.';
  });

  serve(app, memberEndpoints.leaveProject, async (call) => {
    const { access, params } = call;
    const { projectId: project } = memberOf(access, params.id);
    await endMembership(pool, { project, user: access.userId }, 'member.left', by(call));
    return { detail: 'You left the project.' };
  });

  serve(app, memberEndpoints.handOverProject, async (call) => {
    const { access, params, body, request } = call;
    const membership = memberOf(access, params.id);
    requireCapability(membership, 'members.change');
    const user = await readUser(pool, access.userId);
    if (!user) throw unauthorized();
    const credentials = { password: body.password, address: request.ip, field: 'password' };
    await confirmPassword({ hasher, limits }, user, credentials);
    const from = access.userId;
    await handOver(pool, { project: membership.projectId, from, to: body.user }, by(call));
    return { detail: 'The project was handed over.' };
  });
}

/** People, each once, with their roles in the projects that were read. */
function membersIn({ memberships }: Access, rows: readonly MemberRow[]): Member[] {
  const people = new Map<number, MemberRow[]>();
  for (const row of rows) people.set(row.id, [...(people.get(row.id) ?? []), row]);
  return [...people.values()].flatMap((all) => {
    const [first] = all;
    if (!first) return [];
    const mayCall = all.some(({ project }) =>
      memberships.some((own) => own.projectId === project && isAllowed(own, 'members.change')),
    );
    return [
      {
        id: first.id,
        email: first.email,
        full_name: `${first.first_name} ${first.last_name}`.trim(),
        first_name: first.first_name,
        last_name: first.last_name,
        phone: mayCall ? first.phone : null,
        image: first.image,
        state: first.state,
        role: first.role,
        projects: all.map(({ project }) => project),
        affiliates: all.flatMap(({ affiliates }) => affiliates),
        memberships: all.map(({ project, role, affiliates, since }) => ({
          project,
          role,
          affiliates,
          since: since.toISOString(),
        })),
        invite_status: 'accepted',
        last_seen_at: first.last_seen_at?.toISOString() ?? null,
      },
    ];
  });
}
