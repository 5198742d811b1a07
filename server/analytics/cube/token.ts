import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { Refusal } from '../../platform/refusal.ts';
import type { Claim } from './grant.ts';

const audience = 'clickledger-analytics';
const keyId = 'analytics-1';
const lifetime = 15 * 60;

const claimsSchema = z.object({
  user: z.int(),
  projects: z.array(z.int()),
  /** The affiliates of projects in which the holder may not read all, by project id. */
  affids: z.record(z.string(), z.array(z.string())),
  /** By project id; empty in tokens of earlier versions of the app. */
  currencies: z.record(z.string(), z.string()).default({}),
});

/** Signs tokens that open the analytics endpoint, ours and a Cube of the operator's, for what their holder may read. */
export function analyticsTokens(secret: string, now: () => Date) {
  const key = new TextEncoder().encode(secret);
  return {
    async issue({ user, projects }: Claim): Promise<{ token: string; expires_at: string }> {
      const issued = Math.floor(now().getTime() / 1000);
      const limited = projects.flatMap(({ id, affids }) =>
        affids ? [[String(id), affids] as const] : [],
      );
      const token = await new SignJWT({
        user,
        projects: projects.map(({ id }) => id),
        affids: Object.fromEntries(limited),
        currencies: Object.fromEntries(projects.map(({ id, currency }) => [id, currency])),
      })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: keyId })
        .setAudience(audience)
        .setIssuedAt(issued)
        .setExpirationTime(issued + lifetime)
        .sign(key);
      return { token, expires_at: new Date((issued + lifetime) * 1000).toISOString() };
    },

    async read(token: string): Promise<Claim> {
      try {
        const { payload, protectedHeader } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          audience,
          currentDate: now(),
          requiredClaims: ['exp', 'iat'],
        });
        const { user, projects, affids, currencies } = claimsSchema.parse(payload);
        if (protectedHeader.kid !== keyId) throw new errors.JWTInvalid('unknown key');
        return {
          user,
          projects: projects.map((id) => ({
            id,
            currency: currencies[id] ?? '',
            affids: affids[id] ?? null,
          })),
        };
      } catch {
        throw new Refusal(403, { error: 'Invalid token' });
      }
    },
  };
}
