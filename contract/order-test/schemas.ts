import { z } from 'zod';
import { rowId } from '../row-id.ts';

/** Where a test order passes: tracking link, page, events of both sides, and whether it is seen in the warehouse. */
const hops = ['click', 'landing', 'browser', 'server', 'visible'] as const;

/** The affiliate and the master pixel's event of the test order. */
export const orderTestSchema = z.strictObject({ affiliate: rowId, event: rowId });
export const orderTestAnswerSchema = z.object({
  test_id: z.string(),
  /** The order id of both sides. */
  order_id: z.string(),
  /** The hops in their order; each one runs although an earlier one failed. */
  hops: z.array(
    z.object({
      hop: z.enum(hops),
      ok: z.boolean(),
      ms: z.int(),
      /** One sentence: the result, or the failure and its remedy. */
      message: z.string(),
    }),
  ),
  /** What the affiliate's event pixels would send. The test sends nothing. */
  pixels: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      would_fire: z.boolean(),
      /** Why the pixel would fire or not. */
      message: z.string(),
    }),
  ),
});
export type OrderTest = z.infer<typeof orderTestAnswerSchema>;
