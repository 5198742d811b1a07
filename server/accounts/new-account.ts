import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { authorOfUser, recordAuditEntry } from '../audit/audit-log.ts';
import type { Registrant } from '../database/payloads/registrant.ts';
import { forbidden, invalid } from '../platform/refusal.ts';
import { isFirstAccount } from './first-account.ts';
import type { SignUpGate } from './sign-up-gate.ts';
import { insertUser } from './users.ts';

/** Opens the account of a person. The first account belongs to the operator. */
export async function createAccount(
  client: pg.PoolClient,
  person: Registrant & { email: string },
  { gate, request, now }: { gate: SignUpGate; request: FastifyRequest; now: () => Date },
): Promise<number> {
  const isSuperuser = await isFirstAccount(client);
  if (!isSuperuser && gate.rule === 'first') throw signUpClosed();
  const { id, email } = await insertUser(client, { ...person, state: 'company', isSuperuser });
  const details = isSuperuser ? { isSuperuser } : {};
  const auditEvent = { action: 'account.created', user: id, target: email, details } as const;
  await recordAuditEntry(client, authorOfUser(id, request), now(), auditEvent);
  return id;
}

export const signUpClosed = () => forbidden('Sign-up is closed here. Ask for an invite.');

/** One answer for every reason an address cannot be used. */
export const addressTaken = () =>
  invalid('email', 'This address cannot be used. If it is yours, check your mail.');
