import { z } from 'zod';
import { rowId } from '../row-id.ts';
import { lineSchema } from './fields.ts';

/** Parameters of a link beyond affiliate and offer, such as `affsub`, `utm_source` or `campaign_id`. */
const linkParams = z
  .record(
    z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'Use names of parameters such as affsub.'),
    lineSchema(200, 1),
  )
  .refine((params) => Object.keys(params).length <= 20, 'Use at most 20 parameters.')
  .refine(
    (params) =>
      !['offer', 'k', 'format', 'test', 'click_id', 'affid'].some((name) => name in params),
    'The link sets offer, k, format, test, click_id and affid itself.',
  );

export const newOfferLinkSchema = z.strictObject({
  affiliate: rowId,
  params: linkParams.default({}),
});

export const offerLinkSchema = z.object({
  id: z.int(),
  affiliate: z.int(),
  affid: z.string(),
  params: z.record(z.string(), z.string()),
  url: z.string(),
  created_at: z.string(),
});
export type OfferLink = z.infer<typeof offerLinkSchema>;
