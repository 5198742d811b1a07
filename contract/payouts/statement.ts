import { z } from 'zod';
import { affiliates, integer, list } from '../analytics/report-query.ts';
import { payoutTypes } from '../offers/terms.ts';
import { daySchema } from '../period.ts';
import { csvSeparatorSchema, spreadsheetFormats } from '../table-file.ts';
import { timezoneSchema } from '../time-zone.ts';
import { payoutSchema } from './schemas.ts';

const days = {
  project_id: integer,
  /** The days of the statement, both included, in the time zone. */
  start_date: daySchema,
  end_date: daySchema,
  timezone: timezoneSchema,
};
const isPeriod = ({ start_date, end_date }: { start_date: string; end_date: string }) =>
  start_date <= end_date;
const backwards = { path: ['end_date'], message: 'The end is before the start.' };

const selection = { ...days, affiliate_id: list.pipe(affiliates).default(['all']) };

export const statementsQuerySchema = z.strictObject(selection).refine(isPeriod, backwards);

export const statementsExportQuerySchema = z
  .strictObject({
    ...selection,
    format: z.enum(spreadsheetFormats).default('csv'),
    separator: csvSeparatorSchema,
  })
  .refine(isPeriod, backwards);

/** `open` while its days last; then `ready` while something is due, else `paid`. */
export const statementStatuses = ['open', 'ready', 'paid'] as const;
export type StatementStatus = (typeof statementStatuses)[number];

/** With every digit that is stored, so that the amounts of a statement add up. */
const exact = z.number().meta({ unit: 'currency' });

export const statementPaymentSchema = payoutSchema.pick({
  id: true,
  amount: true,
  period_start: true,
  period_end: true,
  paid_at: true,
  reference: true,
  undo_until: true,
});
export type StatementPayment = z.infer<typeof statementPaymentSchema>;

/**
 * What an affiliate is owed for a period: `carried + approved + refunded + adjusted - paid = due`. A refund counts on
 * its own day. A conversion that is rejected later leaves the period of its own day, so that what was paid for it is
 * carried into the next period.
 */
export const statementSchema = z.object({
  affiliate: z.int(),
  affid: z.string(),
  name: z.string(),
  currency: z.string(),
  status: z.enum(statementStatuses),
  /** What was due before the period, or below 0 what was paid beyond it. */
  carried: exact,
  /** Payouts of approved conversions and of clicks. */
  approved: exact,
  /** What refunds of the period took back; 0 or less. */
  refunded: exact,
  /** Corrections with a day of the period. */
  adjusted: exact,
  /** What was paid for this period. A payment belongs to the last day of its period, or without one to its own day. */
  paid: exact,
  due: exact,
  /** Payouts of conversions that wait for approval; not due. */
  on_hold: exact,
  /** The payments that `paid` sums up, the earliest first. */
  payments: z.array(statementPaymentSchema),
  /** Today in the project's zone, the last day that a payment can be made on. */
  today: z.string(),
});
export type Statement = z.infer<typeof statementSchema>;

/** As many digits as there are: a column of money has those of its currency. */
const digits = z.number();

/** A statement as a line of a file. */
export const statementFileSchema = statementSchema.omit({ payments: true, today: true }).extend({
  carried: digits,
  approved: digits,
  refunded: digits,
  adjusted: digits,
  paid: digits,
  due: digits,
  on_hold: digits,
  references: z.string(),
});

export const statementLinesQuerySchema = z
  .strictObject({ start_date: days.start_date, end_date: days.end_date, timezone: days.timezone })
  .refine(isPeriod, backwards);

export const lineKinds = ['conversion', 'click', 'refund', 'adjustment'] as const;
export type LineKind = (typeof lineKinds)[number];

/** What the rows of one kind, offer, goal and terms add up to. */
const statementLineSchema = z.object({
  kind: z.enum(lineKinds),
  offer_id: z.string(),
  /** Null for an offer that is not in the list of offers. */
  offer_name: z.string().nullable(),
  /** Empty where the rows name none. */
  goal: z.string(),
  /** The terms of the offer that they follow; null where the affiliate's own terms or a report decided. */
  terms: z
    .object({
      id: z.int(),
      payout_type: z.enum(payoutTypes),
      payout_amount: exact.nullable(),
      payout_pct: z.number().nullable(),
      has_tiers: z.boolean(),
    })
    .nullable(),
  /** Whether they wait for approval and are not due. */
  is_on_hold: z.boolean(),
  count: z.int(),
  amount: exact,
});
export type StatementLine = z.infer<typeof statementLineSchema>;

/** The most lines of one statement. */
export const mostLines = 500;

/** What makes up a statement. Its lines and `rest` together add up to its amounts. */
export const statementDetailSchema = z.object({
  statement: statementSchema,
  lines: z.array(statementLineSchema),
  /** The lines beyond the first 500, which are those of the smallest amounts; null without any. */
  rest: z.object({ lines: z.int(), count: z.int(), amount: exact, on_hold: exact }).nullable(),
});
export type StatementDetail = z.infer<typeof statementDetailSchema>;
