import { z } from 'zod';
import { emailSchema, sessionSchema } from './session.ts';

/** The name of a person, without line breaks because mails contain it. */
export const personNameSchema = z
  .string()
  .trim()
  .min(1, 'Enter a name.')
  .max(60, 'Use at most 60 characters.')
  .refine((text) => !/[\p{C}\p{Zl}\p{Zp}]/u.test(text), 'Enter a name without line breaks.');

export const phoneSchema = z
  .string()
  .max(25, 'Use at most 25 characters.')
  .regex(/^\+[1-9]\d{3,14}$/, 'Enter a number with its country, such as +13125550123.');

/** The server checks the strength of a password: its refusal names `password`. */
export const newPasswordSchema = z
  .string()
  .min(10, 'Use at least 10 characters.')
  .max(1_024, 'Use at most 256 characters.');

/** Sign-up, first step. */
export const registrationSchema = z.strictObject({
  email: emailSchema,
  password: newPasswordSchema,
  first_name: personNameSchema,
  last_name: personNameSchema,
  phone: phoneSchema.nullable().default(null),
});
export type Registration = z.input<typeof registrationSchema>;

export const detailSchema = z.object({ detail: z.string() });

/** A session with 201, or with 202 a message that a mail was sent, if addresses are verified first. */
export const registeredSchema = z.union([sessionSchema, detailSchema]);

/**
 * The pages of mailed links. The secret is the hash of the address, which browsers send to no server and in no
 * referrer.
 */
export const verifyEmailPath = '/sign-up/verify';
export const resetPasswordPath = '/login/reset';

/** The secret of a mailed link. */
const mailedTokenSchema = z
  .string()
  .regex(/^[\w-]{1,128}$/, 'Open the link exactly as it is in the mail.');

export const verifyEmailSchema = z.strictObject({
  token: mailedTokenSchema,
  /** The password of the sign-up, because the mail alone does not prove who asked for it. */
  password: z.string().max(1_024).nullable().default(null),
});

/** The form on the page of such a link, for a sign-up. */
export const verificationFormSchema = z.strictObject({
  password: z
    .string()
    .min(1, 'Enter the password that you chose when you signed up.')
    .max(1_024, 'Use at most 256 characters.'),
});

export const userExistsParams = z.strictObject({ value: z.string().min(1).max(254) });
export const userExistsSchema = z.object({ exists: z.boolean() });

export const forgottenPasswordSchema = z.strictObject({ email: emailSchema });
export const passwordResetSchema = z.strictObject({
  token: mailedTokenSchema,
  password: newPasswordSchema,
});
