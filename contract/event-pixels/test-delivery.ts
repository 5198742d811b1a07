import { z } from 'zod';
import { executionSchema } from './schemas.ts';

/** Sends a test conversion to the partner, marked as a test if the platform supports it. */
export const pixelTestSchema = z.strictObject({
  /** For this test only; Meta and TikTok need one, here or in the settings. */
  test_event_code: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, 'Enter the code exactly as the platform shows it.')
    .optional(),
});

export const pixelTestAnswerSchema = executionSchema.extend({ is_test: z.literal(true) });
export type PixelTest = z.infer<typeof pixelTestAnswerSchema>;
