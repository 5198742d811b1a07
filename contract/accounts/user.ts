import { z } from 'zod';
import { noImageSchema } from '../images/schemas.ts';
import { zoneSchema } from '../period.ts';
import { personFields } from './person.ts';
import { newPasswordSchema, personNameSchema, phoneSchema } from './registration.ts';
import { emailSchema } from './session.ts';

/** A person as that person sees it. */
export const userSchema = z.object({
  ...personFields,
  timezone: z.string().nullable(),
  email_notifications: z.boolean(),
});
export type User = z.infer<typeof userSchema>;

/** A form of a browser has text only. */
const flagSchema = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0'])])
  .transform((value) => value === true || value === 'true' || value === '1');
const noTextSchema = z.literal('').transform(() => null);

/** Another address needs the password; where addresses are verified, it holds once its mailed link is followed. */
export const userChangeSchema = z
  .strictObject({
    first_name: personNameSchema,
    last_name: personNameSchema,
    phone: z.union([z.null(), noTextSchema, phoneSchema]),
    /** `Default`, nothing and null clear it. */
    timezone: z.union([
      z.null(),
      noTextSchema,
      z.literal('Default').transform(() => null),
      zoneSchema,
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
/** The token that goes on: every session there was has ended, the asking one too. */
export const passwordChangedSchema = z.object({ token: z.string() });

/** Where somebody is signed in. */
export const openSessionSchema = z.object({
  id: z.int(),
  /** The one that asks. */
  current: z.boolean(),
  user_agent: z.string(),
  created_at: z.string(),
  last_used_at: z.string(),
  expires_at: z.string(),
});
export type OpenSession = z.infer<typeof openSessionSchema>;
