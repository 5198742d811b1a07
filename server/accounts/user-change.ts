import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { StartProblem } from '../start-problem.ts';
import { createHasher } from './hasher.ts';
import { weaknessOf } from './password-rules.ts';
import { createUser, findUserByEmail, flagUser, setPassword } from './users.ts';

export type UserCommand = {
  email: string;
  password: string | null;
  isSuperuser: boolean;
  isDebug: boolean;
};

/** Creates or changes an account and says in one paragraph what happened. */
export async function applyUserCommand(
  pool: pg.Pool,
  { email, password, isSuperuser, isDebug }: UserCommand,
): Promise<string> {
  const weakness = password === null ? null : weaknessOf(password, email);
  if (weakness) throw new StartProblem(weakness);
  const hasher = createHasher();
  const flags = {
    ...(isSuperuser ? { isSuperuser } : {}),
    ...(isDebug ? { isDebug } : {}),
  };
  const known = await findUserByEmail(pool, email);
  if (!known) {
    const chosen = password ?? randomBytes(12).toString('base64url');
    await createUser(pool, hasher, { email, password: chosen, ...flags });
    return password === null
      ? `${email} was created. Password: ${chosen}`
      : `${email} was created.`;
  }
  await flagUser(pool, known.id, flags);
  if (password !== null) await setPassword(pool, hasher, known.id, password);
  return `${email} was changed${password === null ? '' : ' and is signed out everywhere'}.`;
}
