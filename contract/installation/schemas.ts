import { z } from 'zod';

/** How companies pay: by Stripe, by invoices that the operator collects, or not at all. */
export const billingModes = ['stripe', 'manual', 'off'] as const;
export type BillingMode = (typeof billingModes)[number];

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
  /** The progress of the demo's backfill in days; left out once it is complete. */
  filling: z.object({ days: z.int(), of: z.int() }).optional(),
});
export type Settings = z.infer<typeof settingsSchema>;
export type DemoBackfill = NonNullable<Settings['filling']>;
