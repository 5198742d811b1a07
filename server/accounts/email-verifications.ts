import { and, eq, gt, isNull, lte, or } from 'drizzle-orm';
import { type Connection, orm } from '../database/orm.ts';
import type { Registrant } from '../database/payloads/registrant.ts';
import { emailVerifications } from '../database/schema/accounts.ts';
import { digestOf, isSecret, newSecret } from './secret.ts';

const validFor = 24 * 3_600_000;

/** An address to verify: of a sign-up, or the new address of the user `userId`. */
export type Verification = { email: string } & ({ person: Registrant } | { userId: number });

/** Stores the verification and answers the secret of its link. Expired verifications are deleted. */
export async function storeVerification(
  connection: Connection,
  verification: Verification,
  now: Date,
): Promise<string> {
  const token = newSecret('cv');
  await orm(connection).delete(emailVerifications).where(lte(emailVerifications.expiresAt, now));
  await orm(connection)
    .insert(emailVerifications)
    .values({
      ...verification,
      tokenHash: digestOf(token),
      expiresAt: new Date(now.getTime() + validFor),
    });
  return token;
}

/** The person who signs up with this link, while it is valid; null where the link is no sign-up's. */
export async function readRegistrant(
  connection: Connection,
  token: string,
  now: Date,
): Promise<Registrant | null> {
  if (!isSecret('cv', token)) return null;
  const { tokenHash, expiresAt, person } = emailVerifications;
  const [row] = await orm(connection)
    .select({ person })
    .from(emailVerifications)
    .where(and(eq(tokenHash, digestOf(token)), gt(expiresAt, now)));
  return row?.person ?? null;
}

/** Uses the link up. A link for a user's new address works only for that user. */
export async function useVerification(
  connection: Connection,
  token: string,
  { userId, now }: { userId: number | null; now: Date },
): Promise<Verification | null> {
  if (!isSecret('cv', token)) return null;
  const { tokenHash, expiresAt, userId: whose } = emailVerifications;
  const [row] = await orm(connection)
    .delete(emailVerifications)
    .where(
      and(
        eq(tokenHash, digestOf(token)),
        gt(expiresAt, now),
        userId === null ? isNull(whose) : or(isNull(whose), eq(whose, userId)),
      ),
    )
    .returning();
  if (!row) return null;
  if (row.userId !== null) return { email: row.email, userId: row.userId };
  return row.person && { email: row.email, person: row.person };
}
