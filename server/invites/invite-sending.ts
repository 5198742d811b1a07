import type pg from 'pg';
import type { Access } from '../access/access.ts';
import type { RecheckAccessOf } from '../access/recheck-access.ts';
import { newSecret } from '../accounts/secret.ts';
import { type AuditedCall, authorOf } from '../audit/audit-log.ts';
import { type Connection, within } from '../database/orm.ts';
import type { Attempts } from '../limits/attempts.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Log } from '../platform/logger.ts';
import { tooManyAttempts } from '../platform/refusal.ts';
import { noteFailedInviteMail } from './failed-invite-mail.ts';
import { inviteMail } from './invite-mails.ts';
import { type InvitedBy, type InviteRow, renewInvite } from './repository.ts';

export type InviteSending = {
  /** Counts an invite that a person sends, and refuses it after too many in an hour. */
  spend(access: Access, connection?: Connection): Promise<void>;
  invitedBy(call: AuditedCall): InvitedBy;
  /** Mails the link. Where mails are not delivered, it answers the link, which the caller hands over. */
  mail(invite: InviteRow, uid: string): { uid: string | null; link: string | null };
  /** Gives an open invite a new link and its full validity; answers the secret of the link. */
  renew(connection: Connection, invite: InviteRow, call: AuditedCall): Promise<string>;
};

type Dependencies = {
  pool: pg.Pool;
  attempts: Attempts;
  mailer: Mailer;
  publicUrl: () => string;
  now: () => Date;
  log: Log;
  recheckAccessOf: RecheckAccessOf;
};

/** Invites of one person in all projects, because anyone who signs up can create projects. */
const perPerson = { name: 'invites', most: 60, windowMs: 3_600_000 };

/** Sends the mails of invites. One that is not delivered is listed among the failed items of its projects. */
export function createInviteSending(dependencies: Dependencies): InviteSending {
  const { pool, attempts, mailer, publicUrl, now, log, recheckAccessOf } = dependencies;

  async function spend({ userId }: Access, connection?: Connection): Promise<void> {
    const wait = await attempts.spend(perPerson, `${userId}`, connection);
    if (wait > 0) throw tooManyAttempts(wait);
  }

  const invitedBy = ({ access, request }: AuditedCall): InvitedBy => ({
    userId: access.userId,
    author: authorOf(access, request),
    now: now(),
    recheckAccess: recheckAccessOf(request),
  });

  return {
    spend,
    invitedBy,
    mail(invite, uid) {
      const link = `${publicUrl()}/invite/${uid}`;
      const projects = invite.projects.map(({ name }) => name);
      const letter = inviteMail({ to: invite.email, by: invite.inviter ?? '', projects }, link);
      mailer.post(letter, (failed) =>
        noteFailedInviteMail(pool, invite, failed, now()).catch((reason) =>
          log.error({ invite: invite.id, reason }, 'a failed mail could not be listed'),
        ),
      );
      return mailer.delivers ? { uid: null, link: null } : { uid, link };
    },
    renew: (connection, invite, call) =>
      within(connection, async (client) => {
        await spend(call.access, client);
        const uid = newSecret('ci');
        await renewInvite(client, invite, uid, invitedBy(call));
        return uid;
      }),
  };
}
