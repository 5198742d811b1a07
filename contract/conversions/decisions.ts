import { z } from 'zod';
import { daySchema } from '../period.ts';
import { rowId } from '../row-id.ts';
import { conversionFilterSchema, conversionStatuses } from './query.ts';

export const mostDecided = 5_000;

export const decisionReasons = [
  'refund',
  'fraud',
  'duplicate',
  'test_order',
  'out_of_geo',
  'forbidden_traffic',
  'over_cap',
  'other',
] as const;
export type DecisionReason = (typeof decisionReasons)[number];

export type ConversionStatus = (typeof conversionStatuses)[number];

/** What a conversion may become. A reversed one stays reversed; only undoing the decision brings it back. */
export const statusSteps: Readonly<Record<ConversionStatus, readonly ConversionStatus[]>> = {
  pending: ['approved', 'rejected'],
  approved: ['pending', 'rejected', 'reversed'],
  rejected: ['pending', 'approved'],
  reversed: [],
};

/** What takes money away from somebody says why. */
export const needsReason = (to: ConversionStatus): boolean =>
  to === 'rejected' || to === 'reversed';

const text = z.string();
const textOrNone = text.nullable();
const count = z.int().meta({ unit: 'count' });
const money = z.number().meta({ unit: 'currency' });

const noReason = 'Choose a reason.';
const reason = z.enum(decisionReasons, {
  error: ({ input }) => (input === '' ? noReason : `Choose from ${decisionReasons.join(', ')}.`),
});
const note = z
  .string()
  .trim()
  .max(500, 'Use at most 500 characters.')
  .refine((given) => !/[\p{Cc}\p{Surrogate}]/u.test(given), 'Write it in one line.')
  .default('');

const id = z
  .string()
  .min(1, 'Name it by its id.')
  .max(200, 'Ids have at most 200 characters.')
  .refine((given) => !/[\p{Cc}\p{Surrogate}]/u.test(given), 'Ids are one line.');

const isExplained = ({ reason_code, note }: { reason_code?: string | null; note: string }) =>
  reason_code !== 'other' || note !== '';
const unexplained = { path: ['note'], message: 'Say what the other reason is.' };

/** What a form about decisions asks for. */
export const decisionFormSchema = z
  .strictObject({
    to: z.enum(conversionStatuses, `Choose from ${conversionStatuses.join(', ')}.`),
    reason_code: reason.nullable().default(null),
    note,
  })
  .refine(({ to, reason_code }) => !needsReason(to) || reason_code !== null, {
    path: ['reason_code'],
    message: noReason,
  })
  .refine(isExplained, unexplained);

/**
 * Decides about the conversions with these ids, or about all that a filter of the log leaves (the same names and texts
 * as in the log's address). `dry_run` only says what would come of it.
 */
export const newDecisionSchema = z
  .strictObject({
    ids: z
      .array(id)
      .min(1, 'Choose a conversion.')
      .max(mostDecided, `Choose at most ${mostDecided} conversions at once.`)
      .optional(),
    filter: conversionFilterSchema.optional(),
    ...decisionFormSchema.shape,
    dry_run: z.boolean().default(false),
  })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
    path: ['ids'],
    message: 'Name conversions or a filter.',
  })
  .refine(({ to, reason_code }) => !needsReason(to) || reason_code !== null, {
    path: ['reason_code'],
    message: noReason,
  })
  .refine(isExplained, unexplained);
export type NewDecision = z.input<typeof newDecisionSchema>;

/** Why a decision leaves a conversion alone. */
export const decisionRefusals = ['not_found', 'same_status', 'final', 'not_approved'] as const;
export type DecisionRefusal = (typeof decisionRefusals)[number];

/** What a change of statuses does to the figures, the server's value where there is one; signed. */
const effectSchema = z.object({
  currency: text,
  /** By how many more or fewer conversions count. */
  conversions: count,
  revenue: money,
  payout: money,
});
export type DecisionEffect = z.infer<typeof effectSchema>;

export const decisionAnswerSchema = z.object({
  /** What undoes it; none where nothing changed or it was only tried. */
  batch: textOrNone,
  undo_until: textOrNone,
  changed: count,
  refused: z.array(
    z.object({
      cause: z.enum(decisionRefusals),
      /** One sentence. */
      because: text,
      conversions: count,
      /** The first hundred. */
      ids: z.array(text),
    }),
  ),
  /** By currency; empty where nothing changes. */
  effect: z.array(effectSchema),
});
export type DecisionAnswer = z.infer<typeof decisionAnswerSchema>;

export const decisionBatchParams = z.strictObject({ batch: z.uuid('Name a batch.') });

export const decisionUndoSchema = z.object({
  /** How many are again what they were. */
  restored: count,
  /** How many were decided about anew in the meantime, and stay so. */
  kept: count,
  effect: z.array(effectSchema),
});
export type DecisionUndo = z.infer<typeof decisionUndoSchema>;

/** One decision in a conversion's story, the oldest first. */
export const decisionSchema = z.object({
  batch: text,
  from: text,
  to: z.enum(conversionStatuses),
  reason_code: z.enum(decisionReasons).nullable(),
  note: text,
  at: text,
  /** How many conversions it decided about, where that may be seen: undoing it gives all of them back. */
  conversions: count.nullable(),
  /** Who decided, where that may be seen. */
  by: textOrNone,
  undone_at: textOrNone,
  undone_by: textOrNone,
  undo_until: textOrNone,
});
export type Decision = z.infer<typeof decisionSchema>;

const amountHelp = 'Enter an amount such as -12.50.';
/** As the screens write it, too: with a minus of its own and commas between thousands. */
const amount = z
  .string(amountHelp)
  .trim()
  .overwrite((text) => {
    const plain = text.replace(/^\u2212/, '-');
    return /^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(plain) ? plain.replaceAll(',', '') : plain;
  })
  .regex(/^-?\d{1,12}(\.\d{1,4})?$/, amountHelp);

/** What a form about a correction asks for. Amounts are signed, in the project's currency: `-12.50` takes away. */
const adjustmentShape = {
  amount_revenue: amount.default('0'),
  amount_payout: amount.default('0'),
  reason_code: reason,
  note,
  /** A day of the project's zone, up to today. */
  effective_date: daySchema,
};
const isSome = (given: { amount_revenue: string; amount_payout: string }) =>
  Number(given.amount_revenue) !== 0 || Number(given.amount_payout) !== 0;
const nothing = { path: ['amount_revenue'], message: 'Enter an amount of revenue or payout.' };

export const adjustmentFormSchema = z
  .strictObject(adjustmentShape)
  .refine(isSome, nothing)
  .refine(isExplained, unexplained);

/** A correction of money that is no conversion. Of a conversion it takes affiliate and offer where none are named. */
export const newAdjustmentSchema = z
  .strictObject({
    project_id: z.int(),
    conversion_id: id.nullable().default(null),
    affid: id.nullable().default(null),
    offer_id: id.nullable().default(null),
    ...adjustmentShape,
  })
  .refine(isSome, nothing)
  .refine(isExplained, unexplained);
export type NewAdjustment = z.input<typeof newAdjustmentSchema>;

export const adjustmentParams = z.strictObject({
  id: z
    .string()
    .regex(/^\d{1,9}$/, 'Ids are whole numbers.')
    .transform(Number),
});

/** A row of the ledger of corrections. Nothing is taken out of it: a row that takes another back stands beside it. */
export const adjustmentSchema = z.object({
  id: z.int(),
  project_id: z.int(),
  conversion_id: textOrNone,
  affid: textOrNone,
  offer_id: textOrNone,
  amount_revenue: money,
  amount_payout: money,
  currency: text,
  reason_code: z.enum(decisionReasons),
  note: text,
  effective_date: text,
  at: text,
  /** Who wrote it, where that may be seen. */
  by: textOrNone,
  /** The row that this one takes back. */
  reverses: z.int().nullable(),
  /** The row that takes this one back. */
  reversed_by: z.int().nullable(),
});
export type Adjustment = z.infer<typeof adjustmentSchema>;

/** What a conversion was worth by somebody else's word, in the project's currency. */
export const worthSchema = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,4})?$/, 'Write an amount such as 12.50.');

const whyShape = { reason_code: reason, note };

/** What a form asks for that takes values over. */
export const valuesFormSchema = z.strictObject(whyShape).refine(isExplained, unexplained);

/**
 * Takes the values of somebody else over: what differs from here becomes a correction of revenue, a row for each
 * conversion, on the conversion's own day.
 */
export const newValuesSchema = z
  .strictObject({
    project_id: z.int(),
    values: z
      .array(z.strictObject({ conversion_id: id, value: worthSchema }))
      .min(1, 'Name a conversion.')
      .max(mostDecided, `Name at most ${mostDecided} conversions at once.`)
      .refine(
        (values) => new Set(values.map((one) => one.conversion_id)).size === values.length,
        'Name each conversion once.',
      ),
    ...whyShape,
  })
  .refine(isExplained, unexplained);
export type NewValues = z.input<typeof newValuesSchema>;

/** Why the value of a conversion is not corrected. */
export const valueRefusals = ['not_found', 'refund', 'not_counted', 'same_value'] as const;
export type ValueRefusal = (typeof valueRefusals)[number];

export const valuesAnswerSchema = z.object({
  /** The corrections; what takes them back as a whole. */
  ids: z.array(z.int()),
  corrected: count,
  refused: z.array(
    z.object({
      cause: z.enum(valueRefusals),
      /** One sentence. */
      because: text,
      conversions: count,
      /** The first hundred. */
      ids: z.array(text),
    }),
  ),
  currency: text,
  /** What the net revenue gains; signed. */
  revenue: money,
});
export type ValuesAnswer = z.infer<typeof valuesAnswerSchema>;

/** Takes a whole set of corrections back. */
export const valuesBackSchema = z.strictObject({
  project_id: z.int(),
  ids: z
    .array(rowId)
    .min(1, 'Name a correction.')
    .max(mostDecided, `Name at most ${mostDecided} corrections at once.`),
});

export const valuesUndoSchema = z.object({
  /** How many were taken back; what was taken back before stays so. */
  taken_back: count,
  currency: text,
  /** What the net revenue gains by it; signed. */
  revenue: money,
});
export type ValuesUndo = z.infer<typeof valuesUndoSchema>;
