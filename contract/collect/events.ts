import { z } from 'zod';
import {
  byDimension,
  costDimensions,
  levels,
  nameFieldOf,
  type StoredDimension,
  sentForm,
  storedDimensions,
} from '../analytics/dimensions.ts';
import { isCurrency } from '../currency.ts';
import { unstorablePattern } from '../storable-text.ts';
import { longestText } from '../text-length.ts';
import type { Refusal } from './answer.ts';
import { tidyText } from './field-text.ts';
import { paramsSchema } from './params.ts';
import { isUnfilled } from './unfilled.ts';

export const maxEvents = 1_000;
/** Of one request, in bytes. */
export const maxBytes = 4 * 1024 * 1024;

/** The reason of a refused placeholder, after the name of its field. */
const unfilledHelp = 'is a placeholder that was not filled in: send the value itself';

const lineOf = (value: number) => value.toLocaleString('en-US');

/** Absent, null and blank all mean no value. */
const text = (max = longestText) =>
  z
    .string('must be a text')
    .max(max, `must be at most ${lineOf(max)} characters long`)
    .refine((value) => !unstorablePattern.test(value), 'contains characters that cannot be stored')
    .transform((value) => tidyText(value) || undefined)
    .nullish()
    .transform((value) => value ?? undefined);

/** Ids arrive as text or as whole numbers and are stored as text. */
const anyId = (max = longestText) =>
  z.preprocess(
    (value) => (typeof value === 'number' && Number.isSafeInteger(value) ? `${value}` : value),
    text(max),
  );

const id = (max = longestText) =>
  anyId(max).refine((value) => value === undefined || !isUnfilled(value), unfilledHelp);

/** A text that only labels a click: a placeholder in it is no value. */
const tag = (max = longestText) =>
  anyId(max).transform((value) => (value === undefined || isUnfilled(value) ? undefined : value));

const amountHelp = 'must be a number such as 86.5 or a decimal text such as "86.50"';

/** The ledger stores amounts a hundred times as large, which leaves room for a rate and for sums. */
const trillion = 1e12;

const amountSchema = z
  .union(
    [z.number(amountHelp), z.string().regex(/^\s*[+-]?\d{1,14}(\.\d{1,15})?\s*$/, amountHelp)],
    amountHelp,
  )
  .refine((value) => Math.abs(Number(value)) < trillion, 'must be less than a trillion')
  .transform((value) => (typeof value === 'string' ? value.trim().replace(/^\+/, '') : `${value}`));

/** An amount as decimal text; the collector rounds it to the stored scale. */
const amount = amountSchema.nullish().transform((value) => value ?? undefined);

const positiveAmount = amountSchema.refine(
  (value) => !value.startsWith('-') || Number(value) === 0,
  'must not be negative',
);

const countHelp = 'must be a whole number from 0 up';

const count = z
  .union(
    [
      z.int(countHelp).min(0, countHelp),
      z
        .string()
        .regex(/^\d{1,15}$/, countHelp)
        .transform(Number),
    ],
    countHelp,
  )
  .nullish()
  .transform((value) => value ?? 0);

const currency = z
  .string('must be a currency code such as USD')
  .trim()
  .toUpperCase()
  .refine((value) => value === '' || isCurrency(value), 'is not an ISO 4217 currency code')
  .transform((value) => value || undefined)
  .nullish()
  .transform((value) => value ?? undefined);

const flag = z
  .boolean('must be true or false')
  .nullish()
  .transform((value) => value ?? false);

const eventName = z
  .string('must be a text')
  .trim()
  .toLowerCase()
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N} _.:/-]{0,63}$/u,
    'must be 1 to 64 letters, digits, spaces, dots, dashes, slashes, colons or underscores',
  )
  .refine((value) => !isUnfilled(value), unfilledHelp);

const isoInstant = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/i;

const isDay = (day: string) => {
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
};

/**
 * Milliseconds since 1970 of a sender's time: Unix seconds, Unix milliseconds or ISO 8601 with an offset. A number
 * below 100 billion is read as seconds, which reach to the year 5138.
 */
export function instantOf(input: number | string): number | null {
  const numeric =
    typeof input === 'string' && /^-?\d{1,16}(\.\d+)?$/.test(input) ? Number(input) : input;
  if (typeof numeric === 'number') {
    const time = Math.round(Math.abs(numeric) < 1e11 ? numeric * 1000 : numeric);
    return Math.abs(time) <= 8.64e15 ? time : null;
  }
  const day = isoInstant.exec(numeric)?.[1];
  const time = day && isDay(day) ? Date.parse(numeric.replace(' ', 'T')) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

const instantHelp = 'must be Unix seconds, Unix milliseconds or an ISO 8601 time with an offset';

const instant = z
  .union([z.number(), z.string().trim()], instantHelp)
  .nullish()
  .transform((input, context) => {
    if (input === null || input === undefined || input === '') return undefined;
    const time = instantOf(input);
    if (time !== null) return time;
    context.addIssue({ code: 'custom', message: instantHelp });
    return z.NEVER;
  });

const day = z
  .string('must be a day as YYYY-MM-DD')
  .trim()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day as YYYY-MM-DD')
  .refine(isDay, 'is not a day of the calendar')
  .nullish()
  .transform((value) => value ?? undefined);

const addressHelp = 'must be an IPv4 or IPv6 address';

const address = z
  .union([z.literal(''), z.ipv4(addressHelp), z.ipv6(addressHelp)], addressHelp)
  .nullish()
  .transform((value) => value || undefined);

const side = z
  .enum(['server', 'browser'], 'must be server or browser')
  .nullish()
  .transform((value) => value ?? undefined);

const hashedPerson = id(256).refine(
  (value) => !value?.includes('@'),
  'must be hashed: it looks like an e-mail address',
);

const sentAs = { id, tag, text };

/** The fields of dimensions, as the registry says that events send them. */
const fieldsOf = <Name extends StoredDimension>(names: readonly Name[]) =>
  byDimension(names, (name) => {
    const { as, longest } = sentForm(name);
    return sentAs[as](longest);
  });

const identityFields = {
  event_name: eventName,
  event_id: id(256),
  event_time: instant,
  delivery_id: id(256),
  ...fieldsOf(costDimensions),
  ...byDimension(levels.map(nameFieldOf), () => text()),
  currency,
};

const costEventSchema = z.strictObject({
  ...identityFields,
  date: day,
  account: id(),
  platform: id(128),
  spend: positiveAmount,
  impressions: count,
  clicks: count,
});
export type CostEvent = z.infer<typeof costEventSchema>;

export const clickIdFields = [
  'fbclid',
  'gclid',
  'gbraid',
  'wbraid',
  'ttclid',
  'msclkid',
  'sccid',
] as const;

/** Every event but costs: clicks, page views, funnel steps, conversions, refunds. */
const trackedEventSchema = z.strictObject({
  ...identityFields,
  source: side,
  side,
  ...fieldsOf(storedDimensions),
  click_id: id(256),
  visitor_id: id(256),
  /** The sender's hash of a person; raw addresses are refused. */
  external_id: hashedPerson,
  order_id: id(256),
  /** The network that issued `order_id`: ids of different networks are different orders. */
  order_network: id(64),
  value: amount,
  payout: amount,
  status: z
    .enum(
      ['pending', 'approved', 'rejected', 'reversed'],
      'must be pending, approved, rejected or reversed',
    )
    .nullish()
    .transform((value) => value ?? undefined),
  /** The goal of the offer that a conversion reaches. */
  goal: tag(64),
  url: text(),
  fbclid: id(),
  gclid: id(),
  gbraid: id(),
  wbraid: id(),
  ttclid: id(),
  msclkid: id(),
  sccid: id(),
  fbp: id(),
  fbc: id(),
  client_ip: address,
  user_agent: text(),
  params: paramsSchema,
  test: flag,
});
export type TrackedEvent = z.infer<typeof trackedEventSchema>;

/** The names of all event fields, for imports that map columns to them. */
export const eventFields = Object.keys(trackedEventSchema.shape);
export const costFields = Object.keys(costEventSchema.shape);

export const collectBodySchema = z.strictObject({
  events: z
    .array(z.unknown(), 'Send a list of events.')
    .min(1, 'Send at least one event.')
    .max(maxEvents, `Send at most ${lineOf(maxEvents)} events at once.`)
    .describe(
      `Each event is checked on its own. Fields of an event: ${eventFields.join(', ')}. Fields of one named cost: ${costFields.join(', ')}.`,
    ),
});

export type ReadEvent =
  | { kind: 'tracked'; event: TrackedEvent }
  | { kind: 'cost'; event: CostEvent }
  | { kind: 'refused'; refusal: Omit<Refusal, 'index'> };

export const refusedEvent = (
  field: string,
  fault: string,
  reason: string,
): ReadEvent & { kind: 'refused' } => ({
  kind: 'refused',
  refusal: { code: `${field}_${fault}`, field, message: `${field} ${reason}.` },
});

/** One element of `events`, checked on its own; a refusal names the first wrong field. */
export function readEvent(input: unknown): ReadEvent {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return {
      kind: 'refused',
      refusal: { code: 'event_invalid', field: 'event', message: 'The event must be an object.' },
    };
  const fields: Record<string, unknown> = { ...input };
  const name = fields.event_name;
  if (typeof name === 'string' && name.trim().toLowerCase() === 'cost') {
    const parsed = costEventSchema.safeParse(input);
    return parsed.success
      ? { kind: 'cost', event: parsed.data }
      : refusalOf(parsed.error.issues, fields);
  }
  const parsed = trackedEventSchema.safeParse(input);
  return parsed.success
    ? { kind: 'tracked', event: parsed.data }
    : refusalOf(parsed.error.issues, fields);
}

function refusalOf(
  issues: readonly z.core.$ZodIssue[],
  fields: Record<string, unknown>,
): ReadEvent {
  const unknown = issues.find((issue) => issue.code === 'unrecognized_keys');
  const first = issues.find((issue) => issue.path.length > 0);
  if (first) {
    const field = String(first.path[0]);
    const value = fields[field];
    if (value === undefined || value === null || value === '')
      return refusedEvent(field, 'missing', 'is missing');
    return refusedEvent(
      field,
      first.message.startsWith('must be at most') ? 'too_long' : 'invalid',
      first.message,
    );
  }
  return refusedUnknownField(unknown?.code === 'unrecognized_keys' ? (unknown.keys[0] ?? '') : '');
}

/**
 * Shows the start of a field name that the sender made up; the code of the refusal leaves it out because codes are
 * counted.
 */
export function refusedUnknownField(field: string): ReadEvent & { kind: 'refused' } {
  const shown = field.length > 64 ? `${field.slice(0, 64)}…` : field;
  return {
    kind: 'refused',
    refusal: {
      code: 'unknown_field',
      field: shown,
      message: `${shown} is not a field of this event.`,
    },
  };
}
