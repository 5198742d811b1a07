import { z } from 'zod';

/** The name of a project or an affiliate. */
export const nameSchema = z
  .string()
  .trim()
  .min(1, 'Enter a name.')
  .max(120, 'Use at most 120 characters.')
  .refine((text) => !/[\p{Cc}\p{Surrogate}]/u.test(text), 'Enter a name without line breaks.');
export const webAddressSchema = z
  .url({ protocol: /^https?$/, error: 'Enter an address like https://example.com.' })
  .max(2_048, 'Use at most 2,048 characters.')
  .refine((text) => !/[\p{Cc}\p{Surrogate}]/u.test(text), 'Enter an address without line breaks.');
export const eventNameSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N} _.:/-]{0,63}$/u,
    'Enter an event name such as purchase: up to 64 letters, digits, spaces, dots or dashes.',
  );
/** Clicks, costs, refunds and adjustments are event types of their own and never conversions. */
export const isConversionEvent = (name: string): boolean =>
  !['click', 'cost', 'refund', 'adjustment'].includes(name);
export const reservedEventName = 'This event name is reserved. Enter another.';
