import { fromPromise, type PromiseActorLogic } from 'xstate';
import type { OfferImport } from '#contract/offers/offer.ts';
import { type OfferImportRequest, offerTemplate } from '#model/offer-import.ts';
import type { Api } from '../kit/api.ts';
import { decodeText } from '../kit/decode-text.ts';
import { keepDownload } from '../kit/keep-file.ts';

/** `POST offers/import/`; a trial only checks. */
export const importOffers = (api: Api): PromiseActorLogic<OfferImport, OfferImportRequest> =>
  fromPromise(async ({ input: { project, file, isTrial }, signal }) => {
    if (!(file instanceof Blob)) throw new Error('The chosen file has no content.');
    const csv = decodeText(new Uint8Array(await file.arrayBuffer()));
    return api.call('importOffers', { body: { project, csv, dry_run: isTrial }, signal });
  });

/** Saves a file to begin with. */
export function saveOfferTemplate(window: Window): void {
  const blob = new Blob([offerTemplate], { type: 'text/csv' });
  const { signal } = new AbortController();
  keepDownload(window, { blob, name: null }, { otherwise: 'offers-template.csv', signal });
}
