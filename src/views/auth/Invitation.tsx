import { useSelector } from '@xstate/react';
import type { InviteActor } from '#machines/auth/invite.ts';

/** Who invites, to which project and with which role. */
export function Invitation({ actor }: { actor: InviteActor }) {
  const invitation = useSelector(actor, ({ context }) => context.invitation);
  if (!invitation) return null;
  const { email, role, projects, invited_by: inviter } = invitation;
  const names = new Intl.ListFormat('en-US').format(projects.map(({ name }) => name));
  return (
    <>
      <h1 className="login-title">Join {names}</h1>
      <p className="login-lead">
        {inviter ?? 'A member'} invites {email} as {role}.
      </p>
    </>
  );
}
