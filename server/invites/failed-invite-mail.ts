import type { Connection } from '../database/orm.ts';
import { inviteItem } from '../failed-items/item-names.ts';
import { forgetItem, noteFailedTries } from '../failed-items/repository.ts';
import type { Undelivered } from '../mail/mailer.ts';
import type { InviteRow } from './repository.ts';

/** Lists the mail of an invite that was not delivered, in each of its projects. */
export async function noteFailedInviteMail(
  connection: Connection,
  { id, projects }: Pick<InviteRow, 'id' | 'projects'>,
  { reason, tries }: Undelivered,
  now: Date,
): Promise<void> {
  const failed = [{ item: inviteItem(id), reason, tries }];
  for (const project of projects) {
    await noteFailedTries(connection, { project: project.id, queue: 'mails', failed }, { now });
  }
}

/**
 * Removes the failed mail of an invite that was sent again, accepted or revoked. It runs after the transaction that
 * changed the invite, because a retry locks a failed item first and the invite second.
 */
export const forgetFailedInviteMail = (connection: Connection, invite: number): Promise<void> =>
  forgetItem(connection, { queue: 'mails', item: inviteItem(invite) });
