import type pg from 'pg';
import { inviteIn } from '../failed-items/item-names.ts';
import type { PutBack } from '../failed-items/repository.ts';
import { forgetFailedInviteMail } from './failed-invite-mail.ts';
import type { InviteSending } from './invite-sending.ts';
import { findInvite } from './repository.ts';

/**
 * Sends the invites again whose mails failed, each with a new link, because the link of the failed mail is stored
 * nowhere. Invites that were accepted or revoked meanwhile are left out.
 */
export const retryInviteMails =
  (pool: pg.Pool, sending: InviteSending): PutBack =>
  async (client, { items }, call) => {
    const invites = items.map(inviteIn).filter((id) => id !== null);
    const mails: (() => void)[] = [];
    for (const id of invites) {
      const invite = await findInvite(client, id);
      if (!invite || invite.accepted_at || invite.revoked_at) continue;
      const uid = await sending.renew(client, invite, call);
      mails.push(() => sending.mail(invite, uid));
    }
    return async () => {
      for (const id of invites) await forgetFailedInviteMail(pool, id);
      for (const mail of mails) mail();
    };
  };
