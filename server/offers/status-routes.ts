import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { requireCapability } from '../access/require-capability.ts';
import { conflict, requireVersion } from '../plugins/if-match.ts';
import { serve } from '../plugins/serve.ts';
import { changeStatus } from './change-status.ts';
import { createChangeOffer } from './changing.ts';
import type { OfferDependencies } from './dependencies.ts';
import { describeOffer, restorableUntil } from './offer-answers.ts';
import { storeOffer } from './offer-rows.ts';
import { seenOffer } from './reading.ts';
import { previewStatus } from './status-preview.ts';

/** What becomes of an offer, and the way back from its last destination. */
export function offerStatusRoutes(app: FastifyInstance, dependencies: OfferDependencies): void {
  const { pool, now, idempotent } = dependencies;
  const change = createChangeOffer(dependencies);
  serve(app, endpoints.previewOfferStatus, async ({ access, params, leaving }) => {
    const seen = await seenOffer(pool, access, params.id);
    requireCapability(seen.membership, 'offer.write');
    return previewStatus(seen, { ...dependencies, user: access.userId, leaving });
  });

  serve(app, endpoints.changeOfferStatus, async (call) =>
    idempotent(call, () =>
      change(call, 'offer.write', async (opened) => {
        const { client, row, reader } = opened;
        requireVersion(call.request, await describeOffer(client, row, reader, dependencies));
        const stored = await changeStatus(opened, call.body, now());
        return describeOffer(client, stored, reader, dependencies);
      }),
    ),
  );

  serve(app, endpoints.archiveOffer, (call) =>
    change(call, 'offer.write', async (opened) => {
      const { client, row, reader } = opened;
      requireVersion(call.request, await describeOffer(client, row, reader, dependencies));
      await changeStatus(opened, { to: 'archived', reason: '', without_test: false }, now());
      return 'The offer was archived. Conversions of its earlier clicks are still paid.';
    }),
  );

  serve(app, endpoints.restoreDestination, (call) =>
    change(call, 'offer.write', async ({ client, row, reader, record }) => {
      const answer = await describeOffer(client, row, reader, dependencies);
      if (restorableUntil(row, now()) === null) {
        throw conflict('The destination was not changed in the last 15 minutes.', answer);
      }
      requireVersion(call.request, answer);
      const columns = { url: row.earlierUrl ?? '', earlierUrl: null, urlChangedAt: null };
      const stored = await storeOffer(client, row, columns, now());
      await record('offer.destination-restored', { before: row.url, after: stored.url });
      return describeOffer(client, stored, reader, dependencies);
    }),
  );
}
