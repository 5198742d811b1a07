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
