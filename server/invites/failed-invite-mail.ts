import type { Connection } from '../database/orm.ts';
import { forgetItem, noteFailedTries } from '../failed-items/repository.ts';
import type { Undelivered } from '../mail/mailer.ts';
import type { InviteRow } from './repository.ts';

const itemOf = (invite: number): string => `invite ${invite}`;

/** The id of the invite that an item of the queue `mails` names; null where it names none. */
export const inviteIn = (item: string): number | null => {
  const [, id] = /^invite (\d{1,9})$/.exec(item) ?? [];
  return id === undefined ? null : Number(id);
};

/** Lists the mail of an invite that was not delivered, in each of its projects. */
export async function noteFailedInviteMail(
  connection: Connection,
  { id, projects }: Pick<InviteRow, 'id' | 'projects'>,
  { reason, tries }: Undelivered,
  now: Date,
): Promise<void> {
  const failed = [{ item: itemOf(id), reason, tries }];
  for (const project of projects) {
    await noteFailedTries(connection, { project: project.id, queue: 'mails', failed }, { now });
  }
}

/**
 * Removes the failed mail of an invite that was sent again, accepted or revoked. It runs after the transaction that
 * changed the invite, because a retry locks a failed item first and the invite second.
 */
export const forgetFailedInviteMail = (connection: Connection, invite: number): Promise<void> =>
  forgetItem(connection, { queue: 'mails', item: itemOf(invite) });
