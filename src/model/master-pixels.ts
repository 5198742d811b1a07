import { z } from 'zod';
import { newMasterPixelSchema } from '#contract/master-pixels/schemas.ts';

const { name, event_name, domains } = newMasterPixelSchema.shape;

/** The master pixel form: the sites are one text, separated by lines or commas. */
export const masterPixelFormSchema = z.object({
  name,
  event_name,
  domains: z
    .string()
    .transform((text) => text.split(/[\s,;]+/).filter((site) => site !== ''))
    .pipe(domains.unwrap()),
});
