import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { passwordResetSchema } from '#contract/accounts/registration.ts';
import { credentialsSchema } from '#contract/accounts/session.ts';
import { annotationFormSchema } from '#contract/annotations/schemas.ts';
import { adjustmentFormSchema, valuesFormSchema } from '#contract/conversions/decisions.ts';
import { acceptInviteSchema } from '#contract/invites/schemas.ts';
import { ownershipTransferSchema } from '#contract/members/schemas.ts';
import { payoutFormSchema } from '#contract/payouts/schemas.ts';
import { viewNameSchema } from '#contract/saved-views/schemas.ts';
import {
  affiliateFormSchema,
  deletionFormSchema,
  inviteFormSchema,
  passwordFormSchema,
  profileFormSchema,
  projectFormSchema,
  companyFormSchema as settledCompanyFormSchema,
  tokenFormSchema,
} from '#model/settings-forms.ts';
import { accountFormSchema, companyFormSchema, newcomerFormSchema } from '#model/sign-up.ts';

const forms: Record<string, z.ZodType & { readonly shape: object }> = {
  'a note': annotationFormSchema,
  'a correction': adjustmentFormSchema,
  'values taken over': valuesFormSchema,
  'a payout': payoutFormSchema,
  'an invite': inviteFormSchema,
  'an accepted invite': acceptInviteSchema,
  'a project handed over': ownershipTransferSchema,
  'a new password after a mail': passwordResetSchema,
  'a sign-in': credentialsSchema,
  'an affiliate': affiliateFormSchema('revshare'),
  'a project': projectFormSchema,
  'a project to delete': deletionFormSchema('Acme'),
  'a new password': passwordFormSchema,
  'a profile': profileFormSchema,
  'company settings': settledCompanyFormSchema,
  'an API token': tokenFormSchema,
  'an account': accountFormSchema,
  'a company': companyFormSchema,
  'a newcomer': newcomerFormSchema,
  'the name of a view': viewNameSchema,
};

describe('an answer that is too large', () => {
  it.each(Object.entries(forms))('is refused with a message for people: %s', (_, form) => {
    const endless = `https://${'x'.repeat(30_000)}.example`;
    const answers = Object.fromEntries(Object.keys(form.shape).map((name) => [name, endless]));
    const { error } = form.safeParse(answers);
    const messages =
      error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
    expect(messages.length).toBeGreaterThan(0);
    expect(messages.filter((one) => /expected|invalid|too (big|small)/i.test(one))).toEqual([]);
  });
});
