import type { offerDetailMachine } from '#machines/offers/offer-detail.ts';
import { offerTabs } from '#model/offer-detail.ts';
import { offer, offerPlace } from '../../offer-detail.ts';
import type { Plan } from '../../paths.ts';
import { member, query } from '../../samples.ts';

export const offerDetailPlan: Plan<typeof offerDetailMachine> = {
  inputs: [{ query, member }],
  events: {
    'address.recalled': [
      { type: 'address.recalled', place: { ...offerPlace, range: 'yesterday' } },
      ...offerTabs.map((tab) => ({
        type: 'address.recalled' as const,
        place: { ...offerPlace, tab },
      })),
      { type: 'address.recalled', place: { ...offerPlace, id: 42 } },
      { type: 'address.recalled', place: { ...offerPlace, id: null } },
    ],
    'list.read': [
      { type: 'list.read', rows: [offer] },
      { type: 'list.read', rows: [] },
    ],
    'offer.changed': [{ type: 'offer.changed' }],
    'terms.changed': [{ type: 'terms.changed' }],
    'job.left': [{ type: 'job.left' }],
    'view.change': [{ type: 'view.change', change: { range: 'yesterday' } }],
    'query.change': [
      { type: 'query.change', query },
      { type: 'query.change', query: { ...query, affiliates: [{ id: 3, affid: '1001' }] } },
      { type: 'query.change', query: { ...query, project: 8 } },
    ],
    'member.change': [{ type: 'member.change', member }],
  },
  sentences: {
    'address.recalled': 'Open the address of an offer, or one of its tabs',
    'list.read': 'The offer is read, or there is none',
    'offer.changed': 'Change the status of the offer',
    'terms.changed': 'Save new terms',
    'job.left': 'Let a test end',
    'view.change': 'Choose other days or another breakdown',
    'query.change': 'Choose another project or other affiliates',
    'member.change': 'Let an owner change the role of the user',
  },
  answers: {
    address: [],
    offer: [],
    status: [],
    report: [],
    terms: [],
    newTerms: [],
    caps: [],
    links: [],
    test: [],
    access: [],
    conversions: [],
    log: [],
  },
};
