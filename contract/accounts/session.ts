import { z } from 'zod';
import { upgradeNoticeSchema } from '../installation/upgrade-notices.ts';
import { personFields } from './person.ts';

/** Letters of other scripts only in the domain: before the `@` they would make addresses that look like another's. */
const address =
  /^(?:[a-z0-9_'+-]+\.)*[a-z0-9_'+-]*[a-z0-9_+-]@(?:[a-z0-9][a-z0-9-]*\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)$/;

const asWebAddress = z.url({ normalize: true });

/** `kim@bücher.example` with the domain as DNS knows it: `kim@xn--bcher-kva.example`. */
function withPlainDomain(email: string): string {
  const [, local, domain = ''] = /^([^@]+)@([\p{L}\p{M}\p{N}.-]+)$/u.exec(email) ?? [];
  const { data } = asWebAddress.safeParse(`https://${domain}`);
  return data && /[^a-z0-9.-]/.test(domain) ? `${local}@${data.slice(8, -1)}` : email;
}

/** NFKC, trimmed, lower case and with a plain domain, so that two spellings of an address are one account. */
export const emailSchema = z
  .string()
  .max(254, 'Use at most 254 characters.')
  .transform((text) => withPlainDomain(text.normalize('NFKC').trim().toLowerCase()))
  .pipe(z.email({ pattern: address, error: 'Enter an e-mail address like name@example.com.' }));

export const credentialsSchema = z.strictObject({
  email: emailSchema,
  password: z.string().min(1, 'Enter your password.').max(1_024, 'Use at most 1,024 characters.'),
});
export type Credentials = z.infer<typeof credentialsSchema>;

export const affiliateRefSchema = z.object({
  id: z.int(),
  aff_id: z.string(),
  name: z.string(),
  project: z.int(),
  project_name: z.string(),
  project_slug: z.string(),
});
export type AffiliateRef = z.infer<typeof affiliateRefSchema>;

export const projectRefSchema = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  timezone: z.string(),
  currency: z.string(),
  role: z.string(),
});
export type ProjectRef = z.infer<typeof projectRefSchema>;

/** The signed-in user, as returned by login, registration, check, accept-invite and payment confirmation. */
export const sessionSchema = z.object({
  token: z.string(),
  ...personFields,
  is_superuser: z.boolean(),
  is_debug: z.boolean(),
  timezone: z.string().nullable(),
  /** Names stored time zones that no clock knows; absent where there are none. */
  timezone_notice: z.string().optional(),
  /** Absent where a person follows their browser. */
  locale: z.string().optional(),
  email_notifications: z.boolean(),
  projects: z.array(projectRefSchema),
  affiliates: z.array(affiliateRefSchema),
  subscriptions: z.array(
    z.object({ id: z.int(), status: z.string(), project: z.int(), plan: z.int() }),
  ),
  /** Upgrades that changed figures of the user; left out once all are dismissed. */
  upgrade_notices: z.array(upgradeNoticeSchema).optional(),
});
export type Session = z.infer<typeof sessionSchema>;

export const emptyBodySchema = z.strictObject({}).nullish();
