import { z } from 'zod';
import { rowId } from '../row-id.ts';
import { executionSchema } from './schemas.ts';

/** Whose page and which master pixel's event the order is pretended for. */
export const orderTestSchema = z.strictObject({ affiliate: rowId, event: rowId });

const testHops = ['click', 'landing', 'browser', 'server', 'visible'] as const;

export const orderTestAnswerSchema = z.object({
  test_id: z.string(),
  /** The order id that both sides reported. */
  order_id: z.string(),
  /** In their order; each takes part although one before it failed. */
  hops: z.array(
    z.object({
      hop: z.enum(testHops),
      ok: z.boolean(),
      ms: z.int(),
      /** One sentence: what was seen, or what went wrong and what to do. */
      message: z.string(),
    }),
  ),
  /** What the affiliate's event pixels would do of it. Nothing is sent. */
  pixels: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      would_fire: z.boolean(),
      /** Why, or why not. */
      message: z.string(),
    }),
  ),
});
export type OrderTest = z.infer<typeof orderTestAnswerSchema>;

/** One invented conversion is sent to the partner, marked as a test where the platform knows such a thing. */
export const pixelTestSchema = z.strictObject({
  /** For this test alone; Meta and TikTok need one, here or in the settings. */
  test_event_code: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, 'Enter the code as the platform shows it.')
    .optional(),
});

export const pixelTestAnswerSchema = executionSchema.extend({ is_test: z.literal(true) });
export type PixelTest = z.infer<typeof pixelTestAnswerSchema>;
