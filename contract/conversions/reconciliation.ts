import { z } from 'zod';
import { decimalMarks } from '../amount-text.ts';
import { exportQuerySchema } from '../analytics/export.ts';
import { moneyPlaces } from '../currency-decimals.ts';
import { daySchema } from '../period.ts';
import { timezoneSchema } from '../time-zone.ts';
import { conversionStatuses, exclusions } from './query.ts';

export const maxReconciled = 5_000;
/** At most this many conversions that a file leaves out are listed. */
export const maxLeftOut = 5_000;

/** A smaller difference of two values is rounding. */
export const smallestDifference = (currency: string): string => `1e-${moneyPlaces(currency)}`;

export const matchedBy = ['order_id', 'click_id', 'event_id', 'conversion_id'] as const;
export type MatchedBy = (typeof matchedBy)[number];

const header = z.string().min(1, 'Name a column.').max(200, 'Headers have at most 200 characters.');

/** The columns that the comparison needs; a column that is not named is found by its header. */
export const reconciledColumns = ['id', 'status', 'value'] as const;
export type ReconciledColumn = (typeof reconciledColumns)[number];

export const expectedAffiliates = ['named', 'all'] as const;
export type ExpectedAffiliates = (typeof expectedAffiliates)[number];

/** Compares the file of a network or a shop with the stored conversions. Changes nothing. */
export const reconciliationSchema = z.strictObject({
  project_id: z.int(),
  csv: z.string().min(1, 'The file is empty.'),
  columns: z
    .strictObject({
      id: header.optional(),
      status: header.nullable().optional(),
      value: header.nullable().optional(),
    })
    .default({}),
  /** What the decimals of the amounts come after; if missing, what the amounts tell. */
  decimal: z.enum(decimalMarks, 'Choose comma or dot.').optional(),
  /** Which stored id the ids of the file are; if missing, the kind with the most matches. */
  match_by: z.enum(matchedBy, `Choose one of ${matchedBy.join(', ')}.`).optional(),
  /** The days whose conversions should be in the file; if missing, from the first to the last day in it. */
  start_date: daySchema.optional(),
  end_date: daySchema.optional(),
  timezone: timezoneSchema,
  /** Whose conversions should be in the file: those of the affiliates in it, or of the whole project. */
  affiliates: z.enum(expectedAffiliates, 'Choose named or all.').default('named'),
});
export type NewReconciliation = z.input<typeof reconciliationSchema>;

/** The same comparison as a file with all lines. */
export const reconciliationExportSchema = reconciliationSchema.extend({
  format: exportQuerySchema.shape.format,
  part: exportQuerySchema.shape.part,
  separator: exportQuerySchema.shape.separator,
});

/**
 * `left_out` are conversions that count here and are not in the file. `not_counted` lines match a conversion that does
 * not count here, such as a rejected one. `uncompared` lines match a conversion, and one side has nothing to compare.
 */
export const outcomes = [
  'left_out',
  'differs',
  'not_counted',
  'unmatched',
  'conflict',
  'unreadable',
  'uncompared',
  'same',
] as const;
export type Outcome = (typeof outcomes)[number];

const status = z.enum(conversionStatuses).nullable();
const money = z.number().meta({ unit: 'currency' });

export const reconciledRowSchema = z.object({
  /** Null for a conversion that the file leaves out. */
  line: z.int().nullable(),
  key: z.string(),
  outcome: z.enum(outcomes),
  /** One sentence; null for a line that could be read and matched. */
  because: z.string().nullable(),
  conversion_id: z.string().nullable(),
  /** When the conversion happened, in UTC. */
  event_time: z.string().nullable(),
  /** The public code of the affiliate that earned it. */
  affid: z.string().nullable(),
  our_status: status,
  their_status: status,
  /** Why the conversion does not count here. */
  excluded_reason: z.enum(exclusions).nullable(),
  /** The stored value with its corrections; null where no side reported one. */
  our_value: money.nullable(),
  their_value: money.nullable(),
});
export type ReconciledRow = z.infer<typeof reconciledRowSchema>;

/** Sums of what counts; null where no value is known. */
const amountsSchema = z.object({ theirs: money.nullable(), ours: money.nullable() });
export type ReconciledAmounts = z.infer<typeof amountsSchema>;

const leftOutSchema = z.object({
  start_date: z.string(),
  end_date: z.string(),
  timezone: z.string(),
  /** The public codes of the affiliates in the file; null for the whole project. */
  affids: z.array(z.string()).nullable(),
  /** Whether all of them are listed, and so counted and summed. */
  complete: z.boolean(),
});

export const reconciliationAnswerSchema = z.object({
  /** The columns of the file, and the role that each was given. */
  header: z.array(z.string()),
  columns: z.object({
    id: z.string(),
    status: z.string().nullable(),
    value: z.string().nullable(),
  }),
  decimal: z.enum(decimalMarks),
  match_by: z.enum(matchedBy),
  currency: z.string(),
  lines: z.int(),
  counts: z.record(z.enum(outcomes), z.int()),
  amounts: z.record(z.enum(outcomes), amountsSchema),
  /** The sums of what counts over the matched lines with a value on both sides. */
  theirs: money,
  ours: money,
  /** Where conversions that the file leaves out were looked for; null where the file names no known day. */
  left_out: leftOutSchema.nullable(),
  /** The lines that differ or failed, in the order of the file, then what the file leaves out, newest first. */
  rows: z.array(reconciledRowSchema),
});
export type Reconciliation = z.infer<typeof reconciliationAnswerSchema>;
