import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { AuditAction } from '#contract/audit/schemas.ts';
import { recordAuditEntry, systemAuthor } from '../audit/audit-log.ts';
import { inTransaction } from '../database/orm.ts';
import { StartProblem } from '../platform/start-problem.ts';
import { isFirstAccount } from './first-account.ts';
import { createHasher } from './hasher.ts';
import { passwordWeakness } from './password-policy.ts';
import { createUser, findUserByEmail, flagUser, setPassword } from './users.ts';

export type UserCommand = {
  email: string;
  password: string | null;
  isSuperuser: boolean;
  isDebug: boolean;
};

/** Creates or changes an account and describes the result in one paragraph. */
export async function applyUserCommand(
  pool: pg.Pool,
  { email, password, isSuperuser, isDebug }: UserCommand,
): Promise<string> {
  const weakness = password === null ? null : passwordWeakness(password, email);
  if (weakness) throw new StartProblem(weakness);
  const hasher = createHasher();
  const flags = {
    ...(isSuperuser ? { isSuperuser } : {}),
    ...(isDebug ? { isDebug } : {}),
  };
  const recordAudit = (
    client: pg.PoolClient,
    action: AuditAction,
    user: number,
    given: object = flags,
  ) =>
    recordAuditEntry(client, systemAuthor, new Date(), {
      action,
      user,
      target: email,
      details: { ...given, by: 'the operator' },
    });
  const known = await findUserByEmail(pool, email);
  if (!known) {
    const chosen = password ?? randomBytes(12).toString('base64url');
    const isFirst = await inTransaction(pool, async (client) => {
      const isFirst = await isFirstAccount(client);
      const given = isFirst ? { ...flags, isSuperuser: true } : flags;
      const { id } = await createUser(client, hasher, { email, password: chosen, ...given });
      await recordAudit(client, 'account.created', id, given);
      return isFirst;
    });
    const created = isFirst
      ? `${email} was created. It is the first account and is superuser.`
      : `${email} was created.`;
    return password === null ? `${created} Password: ${chosen}` : created;
  }
  await inTransaction(pool, async (client) => {
    await flagUser(client, known.id, flags);
    if (password !== null) await setPassword(client, hasher, known.id, password);
    await recordAudit(client, password === null ? 'account.changed' : 'password.changed', known.id);
  });
  return `${email} was changed${password === null ? '' : ' and is signed out everywhere'}.`;
}
