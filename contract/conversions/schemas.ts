import { z } from 'zod';
import { models } from '../analytics/attribution.ts';
import {
  dimensionOf,
  type KnownDimension,
  type NameField,
  type StoredDimension,
  storedDimensions,
} from '../analytics/dimensions.ts';
import { executionSchema } from '../event-pixels/schemas.ts';
import { adjustmentSchema, decisionSchema } from './decisions.ts';
import { conversionRecords, exclusions, pairedBy, pairings } from './query.ts';

/** Why a counted conversion pays nothing. */
export const unpaidReasons = ['over_cap', 'click_window', 'repeat'] as const;

const text = z.string();
const textOrNone = text.nullable();
/** ISO 8601 in UTC, to the millisecond. */
const instant = z.string();
/** With the decimals of its currency: the project's, unless a field says otherwise. */
const money = z.number().meta({ unit: 'currency' });
const count = z.int().meta({ unit: 'count' });

/** The report of one side about a conversion. */
const sideSchema = z.object({
  event_time: instant,
  event_id: textOrNone,
  order_id: textOrNone,
  value: money,
  /** The value as the sender reported it, in `currency_sent`. */
  value_sent: money.meta({ unit: 'currency', currency_in: 'currency_sent' }),
  currency_sent: text,
  status: text,
  excluded_reason: z.enum(exclusions).nullable(),
  /** Null for the browser, which reports no payout. */
  payout: money.nullable(),
  /** How many events reported the same; more than one means repeated sending. */
  raw_count: count,
  raw_value: money,
});
export type ConversionSide = z.infer<typeof sideSchema>;

/** The origin of the click that earned a row, with display names. */
const originShape = Object.fromEntries(
  storedDimensions.flatMap((name) => {
    const { none, nameField } = dimensionOf(name);
    return [
      [name, none === undefined ? textOrNone : text],
      ...(nameField === undefined ? [] : [[nameField, textOrNone]]),
    ];
  }),
) as Record<Exclude<StoredDimension, KnownDimension> | NameField, typeof textOrNone> &
  Record<KnownDimension, typeof text>;

/**
 * One conversion with both of its sides, one refund or one correction. Time, value and status are the server's where
 * the server reported it.
 */
export const conversionSchema = z.object({
  id: text,
  project_id: z.int(),
  record: z.enum(conversionRecords),
  event_name: text,
  event_id: textOrNone,
  order_id: textOrNone,
  click_id: textOrNone,
  event_time: instant,
  click_time: instant.nullable(),
  /** Seconds from the click that earned the conversion to the conversion. */
  delay_seconds: z.int().nullable(),
  status: text,
  excluded_reason: z.enum(exclusions).nullable(),
  value: money,
  /** The currency of the project. */
  currency: text,
  payout: money,
  /** Why its offer pays nothing for it; null where it pays what its terms say. */
  unpaid_reason: z.enum(unpaidReasons).nullable(),
  /** The cap that was full when its click came; null for callers who see no ids of caps. */
  cap_id: z.int().nullable(),
  sides: z.array(z.enum(['server', 'browser'])),
  pairing: z.enum(pairings),
  dedup_method: z.enum(pairedBy).nullable(),
  value_mismatch: z.boolean(),
  server: sideSchema.nullable(),
  browser: sideSchema.nullable(),
  attributed: z.boolean(),
  /** Why this click earned the conversion. */
  reason: text,
  ...originShape,
});
export type Conversion = z.infer<typeof conversionSchema>;

/**
 * The share of the conversion that a click earns by each model: 0 to 1, ten decimals. By `any_click` every click earns
 * all of it.
 */
const creditsSchema = z.record(z.enum(models), z.number());

const touchSchema = z.object({
  time: instant,
  seconds_before: z.int(),
  click_id: textOrNone,
  /** A click without campaign, affiliate or referrer. */
  direct: z.boolean(),
  /** Whether the conversion carried the id of this click. */
  named: z.boolean(),
  within_lookback: z.boolean(),
  credit: creditsSchema,
  ...originShape,
});
export type Touch = z.infer<typeof touchSchema>;

/** One collected event. The payload is what the sender posted, without secrets and with shortened addresses. */
const rawEventSchema = z.object({
  side: z.enum(['server', 'browser']),
  event_time: instant,
  received_at: instant,
  event_name: text,
  /** Whether its time and value are those of its side; false for a repeat of another event. */
  decides: z.boolean(),
  payload: z.record(text, z.unknown()),
});
export type RawEvent = z.infer<typeof rawEventSchema>;

const heldSchema = z.union([text, z.number(), z.boolean()]).nullable();

const changeSchema = z.object({
  side: z.enum(['server', 'browser']),
  /** When the newest input of this version arrived. */
  known_at: instant,
  kind: z.enum(['made', 'changed', 'removed']),
  changes: z.array(z.object({ field: text, from: heldSchema, to: heldSchema })),
});
export type ConversionChange = z.infer<typeof changeSchema>;

/** A conversion or refund of the same order. */
const relatedSchema = z.object({
  id: text,
  event_time: instant,
  value: money,
  status: text,
  excluded_reason: z.enum(exclusions).nullable(),
});
export type Related = z.infer<typeof relatedSchema>;

export const conversionDetailSchema = z.object({
  conversion: conversionSchema,
  lookback_days: z.int(),
  touches: z.array(touchSchema),
  /** The share that no click within the lookback earned: 0 or 1, the same by every model. */
  unattributed: z.number(),
  /** One sentence; null for a counted conversion. */
  excluded_because: textOrNone,
  /** What its offer says about its payout, in sentences; null where no offer decides it. */
  payout_because: textOrNone,
  events: z.array(rawEventSchema),
  /** Oldest first. */
  history: z.array(changeSchema),
  refunds: z.array(relatedSchema),
  /** The conversion that a refund belongs to. */
  order: relatedSchema.nullable(),
  /** Decisions of members, oldest first. */
  decisions: z.array(decisionSchema),
  /** Corrections of its money, oldest first. */
  adjustments: z.array(adjustmentSchema),
  /** Calls of event pixels about this conversion, sent and waiting, latest first. */
  executions: z.array(executionSchema.extend({ pixel_id: z.int(), pixel_name: text })),
});
export type ConversionDetail = z.infer<typeof conversionDetailSchema>;

/** The likely causes of a difference between the two sides. */
export const ledgerCauses = [
  'id_missing',
  'id_differs',
  'too_late',
  'not_reported',
  'value_differs',
  'sent_twice',
] as const;
export type LedgerCause = (typeof ledgerCauses)[number];

/**
 * What the server and the browser reported of the same conversions: counts by side, causes of the differences, and the
 * revenue by each way of counting.
 */
export const conversionLedgerSchema = z.object({
  /** The conversions and revenue of all lines add up to the purchases and revenue of the dashboard. */
  lines: z.array(
    z.object({
      pairing: z.enum(pairings),
      conversions: count,
      /** The server's value where there is one. */
      revenue: money,
      server_revenue: money,
      browser_revenue: money,
    }),
  ),
  total: z.object({
    conversions: count,
    revenue: money,
    server_revenue: money,
    browser_revenue: money,
  }),
  /** Conversions of both sides that were matched without a common id. */
  fallback: z.object({ conversions: count, revenue: money }),
  causes: z.array(z.object({ cause: z.enum(ledgerCauses), conversions: count, revenue: money })),
  countings: z.array(
    z.object({
      by: z.enum(['server', 'browser', 'either', 'server_events', 'browser_events']),
      conversions: z.number().meta({ unit: 'count' }),
      revenue: money,
    }),
  ),
});
export type ConversionLedger = z.infer<typeof conversionLedgerSchema>;
