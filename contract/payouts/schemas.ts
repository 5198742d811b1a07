import { z } from 'zod';
import { readBareAmount } from '../amount-text.ts';
import { affiliates, integer, list } from '../analytics/report-query.ts';
import { idCursor, pageSize } from '../page-query.ts';
import { daySchema } from '../period.ts';
import { rowId } from '../row-id.ts';
import { csvSeparatorSchema, spreadsheetFormats } from '../table-file.ts';
import { timezoneSchema } from '../time-zone.ts';

const longestReference = 100;

const money = z.number().meta({ unit: 'currency' });
const textOrNone = z.string().nullable();

const amountHelp = 'Enter an amount such as 120.50.';
/** An amount below 0 corrects an earlier payout. */
const amount = z
  .string(amountHelp)
  .trim()
  .overwrite((text) => readBareAmount(text, 'dot') ?? text)
  .regex(/^-?\d{1,12}(\.\d{1,4})?$/, { error: amountHelp, abort: true })
  .refine((text) => Number(text) !== 0, 'Enter an amount other than 0.');

const currency = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{3}$/, 'Enter a currency code such as USD.');

/** What the payment is called at the bank or the network; an empty text is none. */
const reference = z
  .string()
  .trim()
  .max(longestReference, `Use at most ${longestReference} characters.`)
  .refine((text) => !/[\p{Cc}\p{Surrogate}]/u.test(text), 'Write it in one line.')
  .transform((text) => (text === '' ? null : text))
  .nullable()
  .default(null);

const shape = {
  amount,
  currency,
  /** The days whose earnings it pays, both included. */
  period_start: daySchema,
  period_end: daySchema,
  /** A day of the project's zone, up to today. */
  paid_on: daySchema,
  reference,
};
const isPeriod = ({ period_start, period_end }: { period_start: string; period_end: string }) =>
  period_start <= period_end;
const backwards = { path: ['period_end'], message: 'The end is before the start.' };

type Correctable = { amount: string; reference: string | null };
const isExplained = ({ amount, reference }: Correctable) =>
  !amount.startsWith('-') || reference !== null;
const unexplained = {
  path: ['reference'],
  message: 'An amount below 0 corrects an earlier payout: say which, such as "corrects wire 7".',
};

/** The fields of the payout form. */
export const payoutFormSchema = z
  .strictObject(shape)
  .refine(isPeriod, backwards)
  .refine(isExplained, unexplained);

export const newPayoutSchema = z
  .strictObject({ project: rowId, affiliate: rowId, ...shape })
  .refine(isPeriod, backwards)
  .refine(isExplained, unexplained);
export type NewPayout = z.input<typeof newPayoutSchema>;

/** A payment to an affiliate. An undone one stays in the list and counts nowhere. */
export const payoutSchema = z.object({
  id: z.int(),
  project: z.int(),
  affiliate: z.int(),
  affid: z.string(),
  affiliate_name: z.string(),
  amount: money,
  currency: z.string(),
  /** Null for payouts from before periods were recorded. */
  period_start: textOrNone,
  period_end: textOrNone,
  paid_at: z.string(),
  reference: textOrNone,
  /** Null for payouts that no member recorded. */
  recorded_at: textOrNone,
  /** The member who recorded it; null for a reader who may not see members. */
  recorded_by: textOrNone,
  undone_at: textOrNone,
  undone_by: textOrNone,
  /** Until when it can be undone; null where it cannot. */
  undo_until: textOrNone,
});
export type Payout = z.infer<typeof payoutSchema>;

const selection = {
  project_id: integer,
  affiliate_id: list.pipe(affiliates).default(['all']),
};

/** Payouts, the latest paid first. */
export const payoutsQuerySchema = z.strictObject({
  ...selection,
  limit: pageSize,
  cursor: idCursor,
});

export const payoutExportQuerySchema = z.strictObject({
  ...selection,
  format: z.enum(spreadsheetFormats).default('csv'),
  separator: csvSeparatorSchema,
});

export const balancesQuerySchema = z.strictObject({
  ...selection,
  /** The last day that counts, in the time zone. */
  through: daySchema,
  timezone: timezoneSchema,
});

/** What an affiliate is owed at the end of a day, counted from its first conversion. */
export const balanceSchema = z.object({
  affiliate: z.int(),
  affid: z.string(),
  name: z.string(),
  currency: z.string(),
  /** Payouts of approved conversions, less refunds, with corrections. */
  earned: money,
  /** Payouts of conversions that wait for approval; not owed yet. */
  pending: money,
  paid: money,
  /** What was earned and is not paid yet; 0 if more was paid. */
  due: money,
  /** What was paid beyond what was earned; else 0. */
  advance: money,
  /** The last day of the periods paid so far; null if none names a period. */
  paid_through: textOrNone,
  /** The day of the first conversion; null without one. */
  first_day: textOrNone,
  last_payment_at: textOrNone,
  /** Today in the project's zone, the last day that a payout can be paid on. */
  today: z.string(),
});
export type Balance = z.infer<typeof balanceSchema>;
