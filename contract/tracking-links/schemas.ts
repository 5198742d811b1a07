import { z } from 'zod';
import { byId } from '../endpoint.ts';
import { rowId } from '../row-id.ts';

/** Why a link leads nowhere: its project has no address, or no master pixel that counts the click. */
const faults = ['no_address', 'no_pixel'] as const;

/** Where the clicks and sales of an affiliate are reported. */
export const trackingLinkSchema = z.object({
  /** The id of the affiliate. */
  id: z.int(),
  affid: z.string(),
  name: z.string(),
  /** The link without parameters of a traffic source. */
  link: z.string(),
  /** The address of the project, to which the link leads without an offer; null if it leads nowhere. */
  leads_to: z.string().nullable(),
  fault: z.enum(faults).nullable(),
  /** Where networks report sales, without parameters. */
  postback: z.string(),
});
export type TrackingLink = z.infer<typeof trackingLinkSchema>;

export const trackingLinksQuerySchema = z.strictObject({ project_id: byId.shape.id });

/** A click of the affiliate's link, through the offer if one is named. */
export const linkTestSchema = z.strictObject({
  affiliate: rowId,
  offer: z
    .string()
    .min(1, 'Name an offer.')
    .max(200, 'Ids have at most 200 characters.')
    .nullable()
    .default(null),
});

export const linkTestAnswerSchema = z.object({
  ok: z.boolean(),
  click_id: z.string().nullable(),
  leads_to: z.string().nullable(),
  ms: z.int(),
  /** One sentence: the result, or the failure and its remedy. */
  message: z.string(),
});
export type LinkTest = z.infer<typeof linkTestAnswerSchema>;
