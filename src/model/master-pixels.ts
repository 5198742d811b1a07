import { z } from 'zod';
import { newMasterPixelSchema } from '#contract/master-pixels/schemas.ts';

const { name, event_name, domains } = newMasterPixelSchema.shape;

/** What a person types of a master pixel: its sites as one text, a site a line or with commas. */
export const masterPixelFormSchema = z.object({
  name,
  event_name,
  domains: z
    .string()
    .transform((text) => text.split(/[\s,;]+/).filter((site) => site !== ''))
    .pipe(domains.unwrap()),
});
