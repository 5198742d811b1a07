import { z } from 'zod';
import { billingModes } from '#contract/installation/schemas.ts';

const address = z.union([z.literal(''), z.string().regex(/^(https?:\/)?\/[^\s]*$/)]);

const configSchema = z.object({
  api_base_url: address.catch(''),
  cube_api_url: address.catch('/cubejs-api/v1'),
  collect_url: address.catch('/t'),
  /** Null when the installation takes no cards. */
  stripe_public_key: z.string().min(1).nullable().catch(null),
  /** Who collects payments; where it is off, nothing is sold. */
  billing: z.enum(billingModes).catch('manual'),
});
export type Config = z.infer<typeof configSchema>;

/** The configuration that `/conf.js` set on the window. A missing or invalid field gets its default. */
export function readConfig(window: { __CONF__?: unknown }): Config {
  const fields = z.record(z.string(), z.unknown()).catch({}).parse(window.__CONF__);
  return configSchema.parse(fields);
}
