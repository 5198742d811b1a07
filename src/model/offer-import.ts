import type { OfferImport } from '#contract/offers/offer.ts';
import type { ChosenFile } from './reconcile.ts';

export type OfferImportRequest = { project: number; file: ChosenFile; isTrial: boolean };

/** Whether importing would store anything. */
export const takesLines = ({ created, changed }: OfferImport): boolean => created + changed > 0;

export const refusedIn = ({ lines }: OfferImport): OfferImport['lines'] =>
  lines.filter(({ result }) => result === 'refused');

/** A file to begin with: the columns that most offers need, and one line. */
export const offerTemplate = [
  'offer_id,name,advertiser_name,category,tags,destination_url,visibility,countries,devices,payout_type,payout_amount,revenue_type,revenue_amount',
  '101,Summer box,Acme Stores,Shopping,"season, food",https://shop.example/?aff_sub={click_id},approval,"US, CA",,cpa,32.00,rpa,45.00',
  '',
].join('\r\n');
