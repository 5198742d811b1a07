import { z } from 'zod';
import { testHops } from '../event-pixels/test.ts';
import { rowId } from '../row-id.ts';

/** Whose page and which master pixel's event the order is pretended for. */

export const orderTestSchema = z.strictObject({ affiliate: rowId, event: rowId });
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
