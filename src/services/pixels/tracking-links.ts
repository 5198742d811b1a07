import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { LinkTest, TrackingLink } from '#contract/tracking-links/schemas.ts';
import type { LinkOffers, LinkTestRequest } from '#model/tracking-links.ts';
import type { Api } from '../kit/api.ts';
import type { ReadEntries } from '../kit/collection-requests.ts';

/** `GET tracking-links/` with `GET offer-ids/`. */
export const readLinks = (api: Api): ReadEntries<{ project: number }, TrackingLink, LinkOffers> =>
  fromPromise(async ({ input: { scope }, signal }) => {
    const query = { project_id: scope.project };
    const [rows, offers] = await Promise.all([
      api.call('listTrackingLinks', { query, signal }),
      api.call('offerIds', { query, signal }),
    ]);
    return { rows, extra: { offers } };
  });

/** `POST tracking-links/test/`. */
export const clickLink = (api: Api): PromiseActorLogic<LinkTest, { request: LinkTestRequest }> =>
  fromPromise(({ input: { request }, signal }) =>
    api.call('testTrackingLink', { body: request, signal }),
  );
