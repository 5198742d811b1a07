import type { PutBack } from '../failed-items/repository.ts';
import { forgetFailedInviteMail, inviteIn } from './failed-invite-mail.ts';
import type { InviteSending } from './invite-sending.ts';
import { findInvite } from './repository.ts';

/**
 * Sends the invites again whose mails failed, each with a new link, because the link of the failed mail is stored
 * nowhere. Invites that were accepted or revoked meanwhile are left out.
 */
export const retryInviteMails =
  (sending: InviteSending): PutBack =>
  async (client, { items }, call) => {
    const mails: (() => void)[] = [];
    for (const item of items) {
      const id = inviteIn(item);
      if (id === null) continue;
      const invite = await findInvite(client, id);
      if (invite && !invite.accepted_at && !invite.revoked_at) {
        const uid = await sending.renew(client, invite, call);
        mails.push(() => sending.mail(invite, uid));
      }
      await forgetFailedInviteMail(client, id);
    }
    return () => {
      for (const mail of mails) mail();
    };
  };
