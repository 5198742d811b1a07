import { beforeAll, describe, expect, it } from 'vitest';
import { offerEndpoints } from '#contract/offers/endpoints.ts';
import { sharedStores } from '#tests/support/stores.ts';
import type { SignedInUser } from '../projects/users.ts';
import { type OfferCompany, sharedOffers } from './fixture.ts';
import { insertTraffic } from './traffic.ts';

const offers = sharedOffers();
const stores = sharedStores();
let company: OfferCompany;
let partner: SignedInUser;
let offer: number;

const secret = 'only-for-members';

beforeAll(async () => {
  company = await offers().company();
  const affiliate = await company.affiliate('a1');
  const other = await company.affiliate(`${secret}-partner`);
  partner = await company.member('affiliate', [affiliate]);
  const fallback = await company.created({ name: secret });
  const flat = { revenue_type: 'rpa', revenue_amount: '98.76', payout_type: 'cpa' } as const;
  ({ id: offer } = await company.activated({
    ...{ notes: secret, external_offer_id: secret, fallback_offer: fallback.id },
    caps: [
      { metric: 'revenue', interval: 'day', limit: '197.52' },
      { metric: 'conversions', interval: 'day', limit: '500' },
    ],
    fallback_url: `https://network.test/${secret}`,
    destination_url: `https://network.test/${secret}?c={click_id}`,
    visibility: 'approval',
    terms: [
      { ...flat, payout_amount: '32', reason: secret },
      { ...flat, payout_amount: '77', affiliate: other, reason: secret },
    ],
  }));
  const asked = [
    { affiliate: other, note: secret },
    { affiliate, note: 'Own' },
  ];
  for (const body of asked) await company.send('POST', `${offer}/access/`, { body });
  for (const one of [affiliate, other]) {
    const params = one === other ? { affsub: secret } : {};
    await company.send('POST', `${offer}/links/`, { body: { affiliate: one, params } });
  }
  const place = { offer: '102', at: '2026-11-19T10:00:00Z' };
  const sold = { ...place, value: '98.76' };
  await insertTraffic(stores().warehouse.writer, company.id, {
    clicks: [
      { ...place, affid: 'a1' },
      { ...place, affid: `${secret}-partner` },
    ],
    conversions: [
      { ...sold, affid: 'a1', payout: '32' },
      { ...sold, affid: `${secret}-partner`, payout: '77' },
    ],
  });
  await company.done('PATCH', `${offer}/`, { body: { notes: `${secret} again` } });
});

/** Names of fields that hold nothing for an affiliate, at any depth. */
const internal = [
  'internal',
  'requests',
  'revenue',
  'profit',
  'margin',
  'network_epc',
  'revenue_type',
  'revenue_amount',
  'revenue_pct',
  'created_by',
  'decided_by',
  'by',
  'scrub',
];

function filled(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(filled);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, own]) => [
    ...(internal.includes(name) && own !== null ? [name] : []),
    ...filled(own),
  ]);
}

const reads = Object.entries(offerEndpoints).filter(([, { method }]) => method === 'GET');
const allowed = [
  'listOffers',
  'readOffer',
  'listOfferTerms',
  'listOfferAccess',
  'listOfferLinks',
  'offerReport',
  'offerLog',
  'listOfferCaps',
  'readCapStatus',
];
const forbidden = ['previewOfferStatus', 'readPostbackTest'];

describe('an affiliate', () => {
  it('is tried with every call that reads', () => {
    expect(reads.map(([name]) => name).sort()).toEqual([...allowed, ...forbidden].sort());
  });

  it.each(reads.filter(([name]) => allowed.includes(name)))(
    'never gets what is internal: %s',
    async (_, { path }) => {
      const below = path.replace('/api/v1/offers/', '').replace(':id', String(offer));
      const queries =
        below.startsWith('?') || below === '' ? [`?project_id=${company.id}&metrics=1`] : [''];
      if (path.endsWith('report/')) {
        queries.push('?breakdown=affiliate', '?breakdown=country', '?breakdown=campaign');
      }
      for (const query of queries) {
        const answer = await company.send('GET', `${below}${query}`, { as: partner });
        expect(answer.statusCode, answer.body).toBe(200);
        expect(filled(answer.json())).toEqual([]);
        for (const hidden of [secret, '98.76', '197.52', '77', company.owner.email]) {
          expect(answer.body).not.toContain(hidden);
        }
      }
    },
  );

  it('sees its own payout, terms, access and link', async () => {
    const own = await company.done('GET', `${offer}/`, { as: partner });
    expect(own).toMatchObject({ payout: { payout_amount: 32, varies: false }, internal: null });
    for (const below of ['terms/', 'access/', 'links/']) {
      const answer = await company.send('GET', `${offer}/${below}`, { as: partner });
      expect(answer.json()).toHaveLength(1);
    }
  });

  it('sees the caps, but for those on revenue', async () => {
    const metrics = (caps: readonly { metric: string }[]) => caps.map(({ metric }) => metric);
    const { caps } = await company.done('GET', `${offer}/`, { as: partner });
    expect(metrics(caps)).toEqual(['conversions']);
    for (const below of ['caps/', 'cap-status/']) {
      const answer = await company.send('GET', `${offer}/${below}`, { as: partner });
      expect(metrics(answer.json())).toEqual(['conversions']);
    }
  });

  it('finds no offer that is not yet open among those to filter by', async () => {
    const answer = await offers().app.inject({
      url: `/api/v1/offer-ids/?project_id=${company.id}`,
      headers: { authorization: `Token ${partner.token}` },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).not.toContain(secret);
  });

  it('changes nothing of an offer', async () => {
    const tried = [
      ['PATCH', '', { name: 'Mine' }],
      ['DELETE', '', {}],
      ['POST', 'status/', { to: 'paused' }],
      ['POST', 'terms/', { payout_type: 'cpa', payout_amount: '99' }],
      ['POST', 'terms/preview/', { payout_type: 'cpa', payout_amount: '99' }],
      ['POST', 'access/bulk/', { affiliates: [1], status: 'approved' }],
      ['GET', 'status/', {}],
    ] as const;
    for (const [method, below, body] of tried) {
      const answer = await company.send(method, `${offer}/${below}`, { as: partner, body });
      expect([below, answer.statusCode]).toEqual([below, 403]);
    }
  });
});
