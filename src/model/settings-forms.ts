import { z } from 'zod';
import { newPasswordSchema, personNameSchema } from '#contract/accounts/registration.ts';
import { emailSchema } from '#contract/accounts/session.ts';
import { newAffiliateSchema } from '#contract/affiliates/schemas.ts';
import { newApiTokenSchema } from '#contract/api-tokens/schemas.ts';
import { newProjectSchema, projectChangeSchema } from '#contract/projects/schemas.ts';
import { telephoneSchema } from './sign-up.ts';

/** What a person types in the forms of settings, and what it stands for. */
export const inviteFormSchema = z.object({ email: emailSchema });

export const passwordAloneSchema = newApiTokenSchema.pick({ password: true });

export const projectFormSchema = z.object({
  name: newProjectSchema.shape.name,
  currency: z
    .string()
    .trim()
    .toUpperCase()
    .pipe(newProjectSchema.shape.currency.unwrap())
    .optional(),
});

const amount = (most: number, message: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,7}(\.\d{1,4})?$/, message)
    .transform(Number)
    .refine((value) => value <= most, message);
const listed = z
  .string()
  .default('')
  .transform((text) => text.split(/[\n,;]+/).flatMap((one) => one.trim() || []));

/** A share is typed in percent, an amount in the currency of the project. */
export const affiliateFormSchema = (type: 'revshare' | 'cpa') =>
  z.object({
    name: newAffiliateSchema.shape.name,
    aff_id: newAffiliateSchema.shape.aff_id,
    payout:
      type === 'revshare'
        ? amount(100, 'Enter a share from 0 to 100.').transform((share) => share / 100)
        : amount(1_000_000, 'Enter an amount such as 12.50.'),
    postback_url: z
      .string()
      .trim()
      .transform((text) => (text === '' ? null : text))
      .pipe(newAffiliateSchema.shape.postback_url.unwrap()),
    sub_ids: listed,
  });

export const tokenFormSchema = newApiTokenSchema.pick({ name: true, password: true });

export const profileFormSchema = z.object({
  first_name: personNameSchema,
  last_name: personNameSchema,
  telephone: telephoneSchema,
});

export const passwordFormSchema = z.object({
  old_password: z
    .string()
    .min(1, 'Enter your password.')
    .max(1_024, 'Use at most 1,024 characters.'),
  new_password: newPasswordSchema,
});

export const companyFormSchema = projectChangeSchema
  .pick({ name: true, url: true, target: true })
  .required();

/** The name, letter by letter. */
export const deletionFormSchema = (name: string) =>
  z.object({
    name: z
      .string()
      .trim()
      .refine((text) => text === name, `Type ${name} to go on.`),
  });
