import { z } from 'zod';
import { noImageSchema } from '../images/schemas.ts';
import { localeSchema } from '../locale.ts';
import { zoneSchema } from '../time-zone.ts';
import { personFields } from './person.ts';
import { newPasswordSchema, personNameSchema, phoneSchema } from './registration.ts';
import { emailSchema } from './session.ts';

/** The signed-in user's own account. */
export const userSchema = z.object({
  ...personFields,
  timezone: z.string().nullable(),
  /** Null follows the browser. */
  locale: z.string().nullable(),
  email_notifications: z.boolean(),
});
export type User = z.infer<typeof userSchema>;

/** Values of a multipart form are texts. */
const flagSchema = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0'])])
  .transform((value) => value === true || value === 'true' || value === '1');
const noTextSchema = z.literal('').transform(() => null);

/** A new address needs the password; where addresses are verified, it applies once its mailed link is followed. */
export const userChangeSchema = z
  .strictObject({
    first_name: personNameSchema,
    last_name: personNameSchema,
    phone: z.union([z.null(), noTextSchema, phoneSchema]),
    /** `Default`, an empty text and null clear it. */
    timezone: z.union([
      z.null(),
      noTextSchema,
      z.literal('Default').transform(() => null),
      zoneSchema,
    ]),
    /** `Default`, an empty text and null clear it. */
    locale: z.union([
      z.null(),
      noTextSchema,
      z.literal('Default').transform(() => null),
      localeSchema,
    ]),
    email_notifications: flagSchema,
    image: noImageSchema,
    email: emailSchema,
    current_password: z
      .string()
      .min(1, 'Enter your password.')
      .max(1_024, 'Use at most 1,024 characters.'),
  })
  .partial();
export type UserChange = z.input<typeof userChangeSchema>;

export const passwordChangeSchema = z.strictObject({
  old_password: z
    .string()
    .min(1, 'Enter your password.')
    .max(1_024, 'Use at most 1,024 characters.'),
  new_password: newPasswordSchema,
});
/** The new token, because the change ends every session including the current one. */
export const passwordChangedSchema = z.object({ token: z.string() });

/** One session of the signed-in user. */
export const openSessionSchema = z.object({
  id: z.int(),
  /** Whether the request came from this session. */
  current: z.boolean(),
  user_agent: z.string(),
  created_at: z.string(),
  last_used_at: z.string(),
  expires_at: z.string(),
});
export type OpenSession = z.infer<typeof openSessionSchema>;
