import { z } from 'zod';

export const settingsSchema = z.object({
  use_cube: z.boolean(),
  version: z.string(),
  currency: z.string(),
  default_timezone: z.string(),
  features: z.object({
    billing: z.boolean(),
    sign_up: z.boolean(),
    invites: z.boolean(),
    capi: z.boolean(),
  }),
  /** While the history of the demo is being sent: how many of its days are in. Left out when all are. */
  filling: z.object({ days: z.int(), of: z.int() }).optional(),
});
export type Settings = z.infer<typeof settingsSchema>;
export type Filling = NonNullable<Settings['filling']>;
