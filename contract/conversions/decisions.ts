import { z } from 'zod';
import { readBareAmount } from '../amount-text.ts';
import { daySchema } from '../period.ts';
import { rowId } from '../row-id.ts';
import { textMap } from '../text-map.ts';
import { conversionFilterSchema, conversionStatuses } from './query.ts';

export const maxDecided = 5_000;

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

const transitions = textMap<readonly ConversionStatus[]>({
  pending: ['approved', 'rejected'],
  approved: ['pending', 'rejected', 'reversed'],
  rejected: ['pending', 'approved'],
  reversed: [],
});

/** The statuses a conversion may change to. A reversed one stays reversed until the decision is undone. */
export const nextStatuses = (status: string): readonly ConversionStatus[] =>
  transitions.get(status) ?? [];

/** A decision that takes money away needs a reason. */
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
  .refine((text) => !/[\p{Cc}\p{Surrogate}]/u.test(text), 'Write it in one line.')
  .default('');

const id = z
  .string()
  .min(1, 'Name it by its id.')
  .max(200, 'Ids have at most 200 characters.')
  .refine((text) => !/[\p{Cc}\p{Surrogate}]/u.test(text), 'Ids are one line.');

const isExplained = ({ reason_code, note }: { reason_code?: string | null; note: string }) =>
  reason_code !== 'other' || note !== '';
const unexplained = { path: ['note'], message: 'Say what the other reason is.' };

/** The fields of the decision form. */
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
 * Decides about the conversions with these ids, or about all that match a filter of the conversion log (same names and
 * texts as in the log's address). `dry_run` only previews the effect.
 */
export const newDecisionSchema = z
  .strictObject({
    ids: z
      .array(id)
      .min(1, 'Choose a conversion.')
      .max(maxDecided, `Choose at most ${maxDecided} conversions at once.`)
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

/** Why a decision skips a conversion. */
export const decisionRefusals = ['not_found', 'same_status', 'final', 'not_approved'] as const;
export type DecisionRefusal = (typeof decisionRefusals)[number];

/** How a change of statuses changes the figures, by the server's value where there is one; signed. */
const effectSchema = z.object({
  currency: text,
  /** How many more or fewer conversions count. */
  conversions: count,
  revenue: money,
  payout: money,
});
export type FigureEffect = z.infer<typeof effectSchema>;

export const decisionAnswerSchema = z.object({
  /** The batch id that undoes the decision; null after a dry run and when nothing changed. */
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
  /** How many conversions have their earlier status again. */
  restored: count,
  /** How many conversions keep a later decision. */
  kept: count,
  effect: z.array(effectSchema),
});
export type DecisionUndo = z.infer<typeof decisionUndoSchema>;

/** One decision in the detail of a conversion, oldest first. */
export const decisionSchema = z.object({
  batch: text,
  from: text,
  to: z.enum(conversionStatuses),
  reason_code: z.enum(decisionReasons).nullable(),
  note: text,
  at: text,
  /** How many conversions the decision changed, and its undo restores; null for a reader who may not see it. */
  conversions: count.nullable(),
  /** The member who decided; null for a reader who may not see it. */
  by: textOrNone,
  undone_at: textOrNone,
  undone_by: textOrNone,
  undo_until: textOrNone,
});
export type Decision = z.infer<typeof decisionSchema>;

const amountHelp = 'Enter an amount such as -12.50.';
/** Also takes the format of the screens: a Unicode minus and commas between thousands. */
const amount = z
  .string(amountHelp)
  .trim()
  .overwrite((text) => readBareAmount(text, 'dot') ?? text)
  .regex(/^-?\d{1,12}(\.\d{1,4})?$/, amountHelp);

/** The fields of the correction form. Amounts are signed, in the project's currency: `-12.50` takes away. */
const adjustmentShape = {
  amount_revenue: amount.default('0'),
  amount_payout: amount.default('0'),
  reason_code: reason,
  note,
  /** A day of the project's zone, up to today. */
  effective_date: daySchema,
};
const isSome = (amounts: { amount_revenue: string; amount_payout: string }) =>
  Number(amounts.amount_revenue) !== 0 || Number(amounts.amount_payout) !== 0;
const nothing = { path: ['amount_revenue'], message: 'Enter an amount of revenue or payout.' };

export const adjustmentFormSchema = z
  .strictObject(adjustmentShape)
  .refine(isSome, nothing)
  .refine(isExplained, unexplained);

/** A correction of money that is no conversion. Affiliate and offer default to those of the conversion it names. */
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

/** A row of the ledger of corrections. The ledger is append-only: a row is taken back by an opposite row. */
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
  /** The member who wrote the row; null for a reader who may not see it. */
  by: textOrNone,
  /** The id of the row that this row takes back. */
  reverses: z.int().nullable(),
  /** The id of the row that takes this row back. */
  reversed_by: z.int().nullable(),
});
export type Adjustment = z.infer<typeof adjustmentSchema>;

/** The value of a conversion in a network's or a shop's file, in the project's currency. */
export const externalValueSchema = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,4})?$/, 'Write an amount such as 12.50.');

const whyShape = { reason_code: reason, note };

/** The fields of the form that takes over values from a file. */
export const valuesFormSchema = z.strictObject(whyShape).refine(isExplained, unexplained);

/**
 * Takes over the values of a network or a shop: every difference becomes a correction of revenue, one row for each
 * conversion, on the conversion's own day.
 */
export const newValuesSchema = z
  .strictObject({
    project_id: z.int(),
    values: z
      .array(z.strictObject({ conversion_id: id, value: externalValueSchema }))
      .min(1, 'Name a conversion.')
      .max(maxDecided, `Name at most ${maxDecided} conversions at once.`)
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
  /** The ids of the corrections; taking back all of them undoes the call. */
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
  /** How the net revenue changes; signed. */
  revenue: money,
});
export type ValuesAnswer = z.infer<typeof valuesAnswerSchema>;

/** Takes back a whole set of corrections. */
export const valuesUndoRequestSchema = z.strictObject({
  project_id: z.int(),
  ids: z
    .array(rowId)
    .min(1, 'Name a correction.')
    .max(maxDecided, `Name at most ${maxDecided} corrections at once.`),
});

export const valuesUndoSchema = z.object({
  /** How many corrections were taken back; earlier take-backs are not counted. */
  taken_back: count,
  currency: text,
  /** How the net revenue changes; signed. */
  revenue: money,
});
export type ValuesUndo = z.infer<typeof valuesUndoSchema>;
