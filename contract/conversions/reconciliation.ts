import { z } from 'zod';
import { decimalMarks } from '../amount-text.ts';
import { moneyPlaces } from '../currency-decimals.ts';
import { conversionStatuses } from './query.ts';

export const maxReconciled = 5_000;

/** A smaller difference of two values is rounding. */
export const smallestDifference = (currency: string): string => `1e-${moneyPlaces(currency)}`;

export const matchedBy = ['order_id', 'click_id', 'event_id', 'conversion_id'] as const;
export type MatchedBy = (typeof matchedBy)[number];

const header = z.string().min(1, 'Name a column.').max(200, 'Headers have at most 200 characters.');

/** The columns that the comparison needs; a column that is not named is found by its header. */
export const reconciledColumns = ['id', 'status', 'value'] as const;
export type ReconciledColumn = (typeof reconciledColumns)[number];

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
  /** Which stored id the ids of the file are; if missing, the kind with the most matches. */
  /** What the decimals of the amounts come after; if missing, what the amounts tell. */
  decimal: z.enum(decimalMarks, 'Choose comma or dot.').optional(),
  match_by: z.enum(matchedBy, `Choose one of ${matchedBy.join(', ')}.`).optional(),
});
export type NewReconciliation = z.input<typeof reconciliationSchema>;

/** `uncompared` lines match a conversion, and have neither a status nor a value to compare. */
export const outcomes = [
  'differs',
  'unmatched',
  'conflict',
  'unreadable',
  'uncompared',
  'same',
] as const;
export type Outcome = (typeof outcomes)[number];

const status = z.enum(conversionStatuses).nullable();
const money = z.number().meta({ unit: 'currency' });

const reconciledRowSchema = z.object({
  line: z.int(),
  key: z.string(),
  outcome: z.enum(outcomes),
  /** One sentence; null for a line that could be read and matched. */
  because: z.string().nullable(),
  conversion_id: z.string().nullable(),
  our_status: status,
  their_status: status,
  /** The stored value with its corrections. */
  our_value: money.nullable(),
  their_value: money.nullable(),
});
export type ReconciledRow = z.infer<typeof reconciledRowSchema>;

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
  /** The sums over the matched lines that have a value in the file. */
  theirs: money,
  ours: money,
  /** The lines that differ or failed, in the order of the file. */
  rows: z.array(reconciledRowSchema),
});
export type Reconciliation = z.infer<typeof reconciliationAnswerSchema>;
