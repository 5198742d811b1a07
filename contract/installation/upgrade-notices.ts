import { z } from 'zod';

/** What an upgrade changed in the figures of this installation. */
export const upgradeNoticeSchema = z.object({
  id: z.string(),
  /** One or two sentences. */
  text: z.string(),
  /** Each changed figure, and how it is computed now. */
  changes: z.array(z.object({ figure: z.string(), change: z.string() })),
});
export type UpgradeNotice = z.infer<typeof upgradeNoticeSchema>;

export const upgradeNoticeParams = z.strictObject({
  id: z.string().regex(/^[a-z\d-]{1,64}$/, 'Use the id of a notice, such as profit-orders-costs.'),
});
