import { z } from 'zod';
import { isCurrency } from '../currency.ts';
import { noImageSchema } from '../images/schemas.ts';
import {
  eventNameSchema,
  isConversionEvent,
  nameSchema,
  reservedEventName,
  webAddressSchema,
} from '../name-fields.ts';
import { timezoneSchema, zoneSchema } from '../time-zone.ts';

/** An address without its usual `https://`. Empty for no website. */
const website = z
  .string()
  .trim()
  .overwrite((text) =>
    /^[^\s:/?#@]+\.[^\s:/?#.]{2,}(?![^:/?#])/.test(text) ? `https://${text}` : text,
  )
  .pipe(z.union([z.literal(''), webAddressSchema]));
const goal = eventNameSchema.refine(isConversionEvent, reservedEventName);
const currency = z
  .string()
  .regex(/^[A-Z]{3}$/, { error: 'Enter a three-letter currency code such as USD.', abort: true })
  .refine(isCurrency, 'Enter a currency code of ISO 4217 such as USD.');

export const projectSchema = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  image: z.string().nullable(),
  url: z.string(),
  target: z.string(),
  number_of_events: z.int(),
  events_used: z.int(),
  created_by: z.int().nullable(),
  timezone: z.string(),
  currency: z.string(),
  /** Whether visitors' IP addresses are stored whole; otherwise only their networks are. */
  keep_addresses: z.boolean().optional(),
  /** In full only in the response that creates or rotates it; elsewhere its first characters. */
  collect_key: z.string(),
  users: z.array(
    z.object({ id: z.int(), full_name: z.string(), email: z.string(), role: z.string() }),
  ),
  /** The card set-up in progress, for members who may pay; null without one. */
  setup_intent: z
    .object({ id: z.string(), client_secret: z.string(), status: z.string() })
    .nullable(),
  subscription: z.object({ id: z.int(), status: z.string() }).nullable(),
  /** When the project will be deleted; null or missing without a scheduled deletion. */
  deletes_at: z.string().nullable().optional(),
});
export type Project = z.infer<typeof projectSchema>;

export const newProjectSchema = z.strictObject({
  name: nameSchema,
  url: website.default(''),
  target: goal.default('purchase'),
  number_of_events: z.int().min(0).max(1e12).default(0),
  timezone: timezoneSchema,
  currency: currency.default('USD'),
});
export const projectChangeSchema = z
  .strictObject({
    name: nameSchema,
    url: website,
    target: goal,
    number_of_events: z.int().min(0).max(1e12),
    timezone: zoneSchema,
    keep_addresses: z.boolean(),
    image: noImageSchema,
  })
  .partial();
