import { z } from 'zod';
import { momentSchema } from '../period.ts';
import { executionOutcomes } from './schemas.ts';

export const pixelHealthQuerySchema = z.strictObject({
  hours: z
    .string()
    .regex(/^\d{1,3}$/, 'Use a whole number of hours from 1 to 168.')
    .default('24')
    .transform(Number)
    .refine((hours) => hours >= 1 && hours <= 168, 'Use a whole number of hours from 1 to 168.'),
});

const healthLevels = ['red', 'amber', 'green', 'grey'] as const;
export const matchKeys = [
  'email',
  'phone',
  'click_id',
  'external_id',
  'browser',
  'address',
] as const;

const share = z.number().min(0).max(1).nullable();

/** How well a pixel did in the last hours, without tests. A share is null when its base is 0. */
export const pixelHealthSchema = z.object({
  hours: z.int(),
  level: z.enum(healthLevels),
  /** The reason for this level, as one sentence. */
  reason: z.string(),
  /** Conversions that the pixel should report. */
  eligible: z.int(),
  ok: z.int(),
  failed: z.int(),
  waiting: z.int(),
  /** ok of eligible. */
  fire_rate: share,
  /** ok of the finished ones. */
  success: share,
  p95_latency_ms: z.int().nullable(),
  last_ok_at: z.string().nullable(),
  outcomes: z.array(z.object({ outcome: z.enum(executionOutcomes), count: z.int() })),
  /**
   * Our estimate, 0 to 100, of how well the platform can match the person; null for a pixel that sends no match data.
   */
  match_score: z.int().nullable(),
  match_keys: z.array(
    z.object({ key: z.enum(matchKeys), weight: z.int(), share: z.number().min(0).max(1) }),
  ),
});
export type PixelHealth = z.infer<typeof pixelHealthSchema>;

/** The outcomes that can be sent again: attempts that ended without success. */
export const replayOutcomes = [
  'http_error',
  'timeout',
  'unreachable',
  'blocked_host',
  'invalid',
] as const satisfies readonly (typeof executionOutcomes)[number][];
export type ReplayOutcome = (typeof replayOutcomes)[number];

export const replaySchema = z.strictObject({
  outcome: z.enum(replayOutcomes),
  since: momentSchema,
});
export const replayAnswerSchema = z.object({
  /** Sent again under the same event id and idempotency key. */
  replayed: z.int(),
  /** Too old for the platform, or no longer to be reported. */
  skipped: z.int(),
});
