import { z } from 'zod';
import {
  personNameSchema,
  phoneSchema,
  registrationSchema,
} from '#contract/accounts/registration.ts';
import { newProjectSchema } from '#contract/projects/schemas.ts';

/** The steps of the sign-up, each at an address of its own. */
export const signUpSteps = ['account', 'company', 'payment', 'subscription'] as const;
export type SignUpStep = (typeof signUpSteps)[number];

/** What stands in the field of a telephone number: the dial code alone is no number. */
export const telephoneSchema = z
  .string()
  .max(25, 'Use at most 25 characters.')
  .transform((text) => text.replace(/[\s().-]/g, ''))
  .transform((text) => (/^\+?\d{0,3}$/.test(text) ? null : text))
  .pipe(phoneSchema.nullable());

/** The first step as its form asks it. */
export const accountFormSchema = registrationSchema
  .omit({ phone: true })
  .extend({ telephone: telephoneSchema });
export type AccountForm = z.output<typeof accountFormSchema>;

/** What a new person says who was invited. */
export const newcomerFormSchema = z.strictObject({
  password: registrationSchema.shape.password,
  first_name: personNameSchema,
  last_name: personNameSchema,
  telephone: telephoneSchema,
});

/** The company as its form asks it: text that becomes what the call takes. */
export const companyFormSchema = z.strictObject({
  ...newProjectSchema.shape,
  number_of_events: z
    .string()
    .trim()
    .regex(/^[\d,.\s]*$/, 'Enter a whole number.')
    .transform((text) => Number(text.replace(/[^\d]/g, '')))
    .pipe(z.int().max(1e12, 'Enter a smaller number.')),
});
export type CompanyForm = z.output<typeof companyFormSchema>;

/**
 * What was typed so far, so that a reload loses none of it; a password is never in it. `mailed` says that the rest
 * waits for a link that was sent there.
 */
export const signUpDraftSchema = z.object({
  account: z
    .object({
      email: z.string().max(254),
      first_name: z.string().max(200),
      last_name: z.string().max(200),
      telephone: z.string().max(25),
    })
    .partial(),
  company: z
    .object({
      name: z.string().max(500),
      url: z.string().max(2_048),
      target: z.string().max(200),
      number_of_events: z.string().max(40),
      timezone: z.string().max(64),
      currency: z.string().max(3),
    })
    .partial(),
  plan: z.int().nullable(),
  mailed: z.boolean(),
});
export type SignUpDraft = z.infer<typeof signUpDraftSchema>;
