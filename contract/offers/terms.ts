import { z } from 'zod';
import { rowId } from '../row-id.ts';
import {
  choiceSchema,
  countrySchema,
  defaultGoal,
  instantSchema,
  lineSchema,
  offerDevices,
  percentSchema,
  sumSchema,
} from './fields.ts';

/**
 * What the advertiser pays: an amount per conversion (`rpa`), a share of its value (`rps`) or both. With `none` the
 * reported value is the revenue.
 */
export const revenueTypes = ['none', 'rpa', 'rps', 'rpa_rps'] as const;
export type RevenueType = (typeof revenueTypes)[number];

/** What the affiliate gets: per conversion an amount, a share of the value or both; or an amount per counted click. */
export const payoutTypes = ['none', 'cpa', 'cps', 'cpa_cps', 'cpc'] as const;
export type PayoutType = (typeof payoutTypes)[number];

export const mostTiers = 10;
/** From the n-th conversion of a month on, in the offer's zone, this amount is paid instead of the first. */
const tierSchema = z.strictObject({
  from_count: z
    .int()
    .min(2, 'Start at conversion 2 or later.')
    .max(1_000_000, 'Start at conversion 1,000,000 or earlier.'),
  amount: sumSchema,
});
export type Tier = z.infer<typeof tierSchema>;

export const goalKeySchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, 'Use up to 40 letters, digits, dashes or underscores.');

const termFields = {
  goal: goalKeySchema.default(defaultGoal),
  /** The only affiliate that they are for; null for everyone. */
  affiliate: rowId.nullable().default(null),
  country: countrySchema.nullable().default(null),
  device: choiceSchema(offerDevices).nullable().default(null),
  revenue_type: choiceSchema(revenueTypes).default('none'),
  revenue_amount: sumSchema.nullable().default(null),
  revenue_pct: percentSchema.nullable().default(null),
  payout_type: choiceSchema(payoutTypes),
  payout_amount: sumSchema.nullable().default(null),
  payout_pct: percentSchema.nullable().default(null),
  tiers: z.array(tierSchema).max(mostTiers, `Use at most ${mostTiers} tiers.`).default([]),
  /** When they begin; null for now. */
  starts_at: instantSchema.nullable().default(null),
  ends_at: instantSchema.nullable().default(null),
  /** A payout above the revenue is refused without it. */
  allow_negative_margin: z.boolean().default(false),
  reason: lineSchema(200).default(''),
};
type Fields = z.output<z.ZodObject<typeof termFields>>;

const needsAmount = (type: string) => ['rpa', 'rpa_rps', 'cpa', 'cpa_cps', 'cpc'].includes(type);
const needsPercent = (type: string) => ['rps', 'rpa_rps', 'cps', 'cpa_cps'].includes(type);

type Fault = { path: (string | number)[]; message: string };

/** Everything that the terms alone show to be wrong. */
function termFaults(terms: Fields): Fault[] {
  const faults: Fault[] = [];
  const require = (field: keyof Fields, isNeeded: boolean, message: string) => {
    if (isNeeded && terms[field] === null) faults.push({ path: [field], message });
  };
  require('revenue_amount', needsAmount(terms.revenue_type), 'Enter what the advertiser pays.');
  require('revenue_pct', needsPercent(terms.revenue_type), 'Enter the share of the value.');
  require('payout_amount', needsAmount(terms.payout_type), 'Enter what the affiliate gets.');
  require('payout_pct', needsPercent(terms.payout_type), 'Enter the share of the value.');
  const refuse = (field: keyof Fields, isUsed: boolean, message: string) => {
    if (!isUsed && terms[field] !== null) faults.push({ path: [field], message });
  };
  const noAmount = 'This type has no amount: leave it empty, or choose another type.';
  const noShare = 'This type has no share: leave it empty, or choose another type.';
  refuse('revenue_amount', needsAmount(terms.revenue_type), noAmount);
  refuse('revenue_pct', needsPercent(terms.revenue_type), noShare);
  refuse('payout_amount', needsAmount(terms.payout_type), noAmount);
  refuse('payout_pct', needsPercent(terms.payout_type), noShare);
  const { starts_at: start, ends_at: end } = terms;
  if (start !== null && end !== null && Date.parse(end) <= Date.parse(start)) {
    faults.push({ path: ['ends_at'], message: 'The end is not after the start.' });
  }
  if (terms.tiers.length > 0 && !['cpa', 'cpa_cps'].includes(terms.payout_type)) {
    faults.push({ path: ['tiers'], message: 'Tiers need a payout per conversion.' });
  }
  terms.tiers.forEach(({ from_count }, index) => {
    const before = terms.tiers[index - 1];
    if (before && before.from_count >= from_count) {
      faults.push({
        path: ['tiers', index, 'from_count'],
        message: 'Each tier starts after the one before.',
      });
    }
  });
  return faults;
}

/** Terms as they are entered. Amounts are in the project's currency. */
export const newTermsSchema = z.strictObject(termFields).superRefine((terms, context) => {
  for (const fault of termFaults(terms)) context.addIssue({ code: 'custom', ...fault });
});
export type NewTerms = z.input<typeof newTermsSchema>;
export type GivenTerms = z.output<typeof newTermsSchema>;

const money = z.number().meta({ unit: 'currency' });

/** Terms are never changed: later ones with the same keys end them. */
export const termsSchema = z.object({
  id: z.int(),
  goal: z.string(),
  affiliate: z.int().nullable(),
  affid: z.string().nullable(),
  country: z.string().nullable(),
  device: z.enum(offerDevices).nullable(),
  /** Null for a reader who may not see revenue. */
  revenue_type: z.enum(revenueTypes).nullable(),
  revenue_amount: money.nullable(),
  revenue_pct: z.number().nullable(),
  payout_type: z.enum(payoutTypes),
  payout_amount: money.nullable(),
  payout_pct: z.number().nullable(),
  tiers: z.array(z.object({ from_count: z.int(), amount: money })),
  starts_at: z.string(),
  /** When they end or later terms with the same keys begin; null while they are open. */
  ends_at: z.string().nullable(),
  state: z.enum(['planned', 'current', 'ended', 'withdrawn']),
  /** Null for a reader who may not see members or reasons. */
  reason: z.string().nullable(),
  created_at: z.string(),
  created_by: z.string().nullable(),
  /** Whether they can still be withdrawn: planned ones, and others for 15 minutes before a click follows them. */
  can_withdraw: z.boolean(),
});
export type Terms = z.infer<typeof termsSchema>;

/** Who is affected by terms before they are saved, and what they would have changed in the last 28 days. */
export const termsPreviewSchema = z.object({
  starts_at: z.string(),
  /** The terms that they end. */
  replaces: z.int().nullable(),
  affiliates: z.array(
    z.object({
      affiliate: z.int(),
      affid: z.string(),
      name: z.string(),
      /** Conversions of the last 28 days whose clicks these terms would have decided. */
      conversions: z.int(),
      payout_before: money,
      payout_after: money,
      revenue_before: money,
      revenue_after: money,
      /** Whether they would have lost money with this affiliate. */
      negative_margin: z.boolean(),
    }),
  ),
  total: z.object({
    conversions: z.int(),
    payout_before: money,
    payout_after: money,
    revenue_before: money,
    revenue_after: money,
  }),
  /** Sentences that a person should read before saving. */
  warnings: z.array(z.string()),
});
export type TermsPreview = z.infer<typeof termsPreviewSchema>;
