import { z } from 'zod';
import { readBareAmount } from '../amount-text.ts';
import { daySchema, isSupportedDay } from '../period.ts';

export const offerStatuses = ['pending', 'active', 'paused', 'expired', 'archived'] as const;
export type OfferStatus = (typeof offerStatuses)[number];

/** What a person may set; an offer expires by its end. */
export const settableStatuses = ['pending', 'active', 'paused', 'archived'] as const;

export const visibilities = ['public', 'approval', 'private'] as const;
export type Visibility = (typeof visibilities)[number];

export const overCapPolicies = ['redirect', 'block', 'accept_unpaid'] as const;
export type OverCapPolicy = (typeof overCapPolicies)[number];

export const offerDevices = ['desktop', 'mobile', 'tablet'] as const;
export type OfferDevice = (typeof offerDevices)[number];

/** As the user agent names them. */
export const offerSystems = ['windows', 'macos', 'linux', 'android', 'ios'] as const;
export type OfferSystem = (typeof offerSystems)[number];

export const trafficKinds = [
  'search',
  'social',
  'native',
  'display',
  'email',
  'push',
  'pop',
  'incent',
  'brand_bidding',
  'adult',
] as const;
export type TrafficKind = (typeof trafficKinds)[number];

/** The goal of every offer: the conversion event of the project. */
export const defaultGoal = 'conversion';

/** Text of one line; an empty text is allowed where `least` is 0. */
export const lineSchema = (longest: number, least = 0) =>
  z
    .string()
    .trim()
    .min(least, 'Enter a text.')
    .max(longest, `Use at most ${longest} characters.`)
    .refine((text) => !/[\p{Cc}\p{Surrogate}]/u.test(text), 'Use one line.');

/** Text of several lines. */
export const linesSchema = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, `Use at most ${longest.toLocaleString('en')} characters.`)
    .refine(
      (text) => !/[^\P{Cc}\n\r\t]|\p{Surrogate}/u.test(text),
      'This contains characters that cannot be stored.',
    );

/** A whole number in a range. */
export const wholeSchema = (least: number, most: number) => {
  const help = `Enter a whole number from ${least} to ${most.toLocaleString('en')}.`;
  return z.int(help).min(least, help).max(most, help);
};

/** One of these words. */
export const choiceSchema = <const Options extends readonly [string, ...string[]]>(
  options: Options,
) => z.enum(options, `Use ${options.slice(0, -1).join(', ')} or ${options.at(-1)}.`);

/** ISO 3166-1 alpha-2 in capitals. */
export const countrySchema = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'Use two-letter country codes such as US.')
  .refine((code) => code !== 'ZZ', 'Use two-letter country codes such as US.');

const amountHelp = 'Enter an amount such as 12.50.';
/** A sum of money above 0 as decimal text, at most four decimals. */
export const sumSchema = z
  .string(amountHelp)
  .trim()
  .overwrite((text) => readBareAmount(text, 'dot') ?? text)
  .regex(/^\d{1,12}(\.\d{1,4})?$/, { error: amountHelp, abort: true })
  .refine((text) => Number(text) > 0, 'Enter an amount above 0.');

const percentHelp = 'Enter a percentage above 0 and up to 100, with at most two decimals.';
/** A percentage as decimal text: above 0, at most 100, two decimals. */
export const percentSchema = z
  .string(percentHelp)
  .trim()
  .overwrite((text) => readBareAmount(text, 'dot') ?? text)
  .regex(/^\d{1,3}(\.\d{1,2})?$/, { error: percentHelp, abort: true })
  .refine((text) => Number(text) > 0 && Number(text) <= 100, percentHelp);

/** An instant in UTC, to the second or millisecond. */
export const instantSchema = z.iso
  .datetime({ offset: true, error: 'Enter a time such as 2026-11-30T00:00:00Z.', abort: true })
  .refine((text) => isSupportedDay(new Date(text)), 'Choose a time from 1970 to 2099.');

/** The days of a list or report, both included; without them the last seven. */
export const offerDays = {
  start_date: daySchema.optional(),
  end_date: daySchema.optional(),
};
