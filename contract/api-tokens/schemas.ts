import { z } from 'zod';

/** What an API token may be allowed to do. */
export const tokenScopes = [
  'reports.read',
  'conversions.read',
  'conversions.write',
  'pixels.read',
  'pixels.write',
  'project.read',
] as const;
export type TokenScope = (typeof tokenScopes)[number];

export const longestTokenDays = 366;

export const apiTokensQuerySchema = z.strictObject({
  project: z
    .string()
    .regex(/^\d{1,9}$/, 'Enter a whole number.')
    .transform(Number),
});

export const newApiTokenSchema = z.strictObject({
  project: z.int(),
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name.')
    .max(80, 'Use at most 80 characters.')
    .refine((text) => !/[\p{Cc}\p{Surrogate}]/u.test(text), 'Enter a name without line breaks.'),
  scopes: z.array(z.enum(tokenScopes)).min(1, 'Choose what the token may do.').max(20),
  expires_in_days: z
    .int('Enter a number of days.')
    .min(1, 'Enter at least 1 day.')
    .max(longestTokenDays, `Enter at most ${longestTokenDays} days.`),
  /** The creator's password: a session that was left open cannot create a token. */
  password: z.string().min(1, 'Enter your password.').max(1_024, 'Use at most 1,024 characters.'),
});
export type NewApiToken = z.infer<typeof newApiTokenSchema>;

export const apiTokenSchema = z.object({
  id: z.int(),
  project: z.int(),
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  /** The first characters of the token, to recognise it by. */
  start: z.string(),
  created_by: z.string().nullable(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  expires_at: z.string(),
});
export type ApiToken = z.infer<typeof apiTokenSchema>;

/** The only response that contains the token itself. */
export const createdApiTokenSchema = apiTokenSchema.extend({ token: z.string() });
export type CreatedApiToken = z.infer<typeof createdApiTokenSchema>;
