import { z } from 'zod';
import { executionSchema } from './schemas.ts';

export const testHops = ['click', 'landing', 'browser', 'server', 'visible'] as const;

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
