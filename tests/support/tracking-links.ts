import type { Offer } from '#contract/offers/schemas.ts';
import type { TrackingLink } from '#contract/tracking-links/schemas.ts';

const link: TrackingLink = {
  id: 3,
  affid: '1001',
  name: 'North Media',
  link: 'https://ledger.test/t/c/1001',
  leads_to: 'https://shop.test/',
  fault: null,
  postback: 'https://ledger.test/t/pb',
};

export const links: TrackingLink[] = [
  link,
  {
    ...link,
    id: 4,
    affid: '1002',
    name: 'South Media',
    link: 'https://ledger.test/t/c/1002?k=mp_1',
  },
];

export const offers: Offer[] = [
  { id: '101', name: 'Boots', status: 'active', conversions_30d: 3, last_seen_at: null },
  { id: '102', name: 'Hats', status: 'paused', conversions_30d: 0, last_seen_at: null },
];
