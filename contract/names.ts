import { z } from 'zod';

/** What people call a project or an affiliate. */
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
/** Clicks, costs, refunds and adjustments are events of their own kind and never conversions. */
export const isGoal = (name: string): boolean =>
  !['click', 'cost', 'refund', 'adjustment'].includes(name);
export const noGoal = 'Events of this name mean something of their own. Enter another.';
