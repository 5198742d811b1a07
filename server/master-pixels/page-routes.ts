import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { endpoints } from '#contract/endpoints.ts';
import type { Egress } from '../egress/resolve-host.ts';
import type { Attempts } from '../limits/attempts.ts';
import { Refusal } from '../platform/refusal.ts';
import { serve } from '../plugins/serve.ts';
import { seenPixels } from './seen-pixel.ts';
import { snippetsFor } from './snippets.ts';
import { verify } from './verify.ts';

type Dependencies = {
  pool: pg.Pool;
  attempts: Attempts;
  /** Where shops reach this installation, without a slash at its end. */
  publicUrl: () => string;
  egress: Egress;
  now: () => Date;
};

/** How often a user may have a page fetched. */
const fetches = { name: 'page checks', most: 10, windowMs: 60_000 };

/** A pixel on the pages of a shop: the code for them, and whether they carry it. */
export function pixelPageRoutes(app: FastifyInstance, dependencies: Dependencies): void {
  const { pool, attempts, publicUrl, egress, now } = dependencies;
  const { find } = seenPixels(pool, now);

  serve(app, endpoints.masterPixelSnippet, async ({ access, params: { id }, query: { kind } }) => {
    const { pixel, membership } = await find(access, id, 'usage.see');
    const { publicKey: key, eventName, consentMode } = pixel;
    const { currency } = membership;
    return snippetsFor(kind, { key, eventName, consentMode, currency, publicUrl: publicUrl() });
  });

  serve(app, endpoints.verifyMasterPixel, async ({ access, params: { id }, body: { url } }) => {
    const { pixel } = await find(access, id, 'master-pixel.write');
    const wait = await attempts.spend(fetches, `${access.userId}`);
    if (wait > 0) {
      const detail = 'Too many pages were checked. Try again in a minute.';
      throw new Refusal(429, { detail }, Math.ceil(wait / 1_000));
    }
    const { publicKey: key, domains } = pixel;
    return verify(url, { key, domains, publicUrl: publicUrl() }, egress);
  });
}
