import { z } from 'zod';
import { conversionStatuses } from './query.ts';

export const mostReconciled = 5_000;

/** Below this a difference of two values is rounding. */
export const smallestDifference = 0.01;

export const matchedBy = ['order_id', 'click_id', 'event_id', 'conversion_id'] as const;
export type MatchedBy = (typeof matchedBy)[number];

const header = z.string().min(1, 'Name a column.').max(200, 'Headers have at most 200 characters.');

/** Which column of the file says what; what is left out is found by its name. */
export const reconciledColumns = ['id', 'status', 'value'] as const;
export type ReconciledColumn = (typeof reconciledColumns)[number];

/** What a network or a shop says of conversions, held against what is here. Nothing is changed. */
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
  /** What the id of the file is here; the best match of all when left out. */
  match_by: z.enum(matchedBy, `Choose one of ${matchedBy.join(', ')}.`).optional(),
});
export type NewReconciliation = z.input<typeof reconciliationSchema>;

export const outcomes = ['differs', 'unmatched', 'conflict', 'unreadable', 'same'] as const;
export type Outcome = (typeof outcomes)[number];

const status = z.enum(conversionStatuses).nullable();
const money = z.number().meta({ unit: 'currency' });

const reconciledRowSchema = z.object({
  line: z.int(),
  key: z.string(),
  outcome: z.enum(outcomes),
  /** One sentence where the line cannot be read or taken. */
  because: z.string().nullable(),
  conversion_id: z.string().nullable(),
  our_status: status,
  their_status: status,
  /** What is here, corrections included. */
  our_value: money.nullable(),
  their_value: money.nullable(),
});
export type ReconciledRow = z.infer<typeof reconciledRowSchema>;

export const reconciliationAnswerSchema = z.object({
  /** The file's own columns, and which of them were read as what. */
  header: z.array(z.string()),
  columns: z.object({
    id: z.string(),
    status: z.string().nullable(),
    value: z.string().nullable(),
  }),
  match_by: z.enum(matchedBy),
  currency: z.string(),
  lines: z.int(),
  counts: z.record(z.enum(outcomes), z.int()),
  /** Of the lines that were found here: the values of both, where the file has values. */
  theirs: money,
  ours: money,
  /** All lines but those that say the same, in the order of the file. */
  rows: z.array(reconciledRowSchema),
});
export type Reconciliation = z.infer<typeof reconciliationAnswerSchema>;
