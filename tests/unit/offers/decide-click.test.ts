import { describe, expect, it } from 'vitest';
import type { BookCap, BookOffer } from '#server/offer-clicks/book-offer.ts';
import { type ClickFacts, decideClick } from '#server/offer-clicks/decide-click.ts';
import { bookCap, bookOffer, bookTerms } from '#tests/support/book-offers.ts';

const noon = Date.UTC(2026, 10, 20, 12);
const visitor: ClickFacts = {
  affid: '1001',
  country: 'US',
  device: 'mobile',
  os: 'ios',
  at: noon,
  isTest: false,
};

const untouched = {
  terms_id: 0,
  offer_route: 'offer',
  offer_reason: '',
  linked_offer: '',
  cap_id: 0,
  click_payout: '0',
};

function decided(
  chain: readonly [BookOffer, ...BookOffer[]],
  click: Partial<ClickFacts> = {},
  access: Record<number, string> = {},
) {
  const { pins, offer, url } = decideClick(chain, { ...visitor, ...click }, (id) => access[id]);
  return { ...pins, offer: offer.offerId, url };
}

const full = (own: Partial<BookCap> = {}) => bookCap(7, { used: 10, ...own });

describe('a click of a link with an offer', () => {
  it('goes to the offer with the terms that apply to it', () => {
    const terms = [
      bookTerms(1),
      bookTerms(2, { affid: '1001' }),
      bookTerms(3, { affid: '1002', country: 'US' }),
      bookTerms(4, { goal: 'deposit', affid: '1001', country: 'US' }),
    ];
    expect(decided([bookOffer(1, { terms })])).toEqual({
      ...untouched,
      terms_id: 2,
      offer: '101',
      url: 'https://offer-1.test/?c={click_id}',
    });
  });

  it('pays by itself where its terms pay for clicks', () => {
    const terms = [bookTerms(1, { payoutType: 'cpc', payoutAmount: '0.1500' })];
    expect(decided([bookOffer(1, { terms })])).toMatchObject({
      terms_id: 1,
      click_payout: '0.1500',
    });
  });

  const refusing: [string, Partial<BookOffer>, Partial<ClickFacts>][] = [
    ['pending', { status: 'pending' }, {}],
    ['paused', { status: 'paused' }, {}],
    ['expired', { status: 'expired' }, {}],
    ['archived', { status: 'archived' }, {}],
    ['expired', { endsAt: noon }, {}],
    ['not_started', { startsAt: noon + 1 }, {}],
    ['access', { visibility: 'approval' }, {}],
    ['access', { visibility: 'private' }, {}],
    ['country', { countries: ['DE'] }, {}],
    ['country', { countries: ['US'], countryMode: 'exclude' }, {}],
    ['country', { countries: ['US'] }, { country: 'ZZ' }],
    ['device', { devices: ['desktop'] }, {}],
    ['device', { devices: ['desktop'] }, { device: '' }],
    ['os', { os: ['android', 'windows'] }, {}],
    ['cap', { caps: [full()] }, {}],
  ];

  it.each(refusing)('that the offer refuses for %s goes to the website', (reason, own, click) => {
    const pins = { offer_route: 'website', offer_reason: reason, terms_id: 0 };
    const terms = [bookTerms(1)];
    expect(decided([bookOffer(1, { terms, ...own })], click)).toEqual({
      ...untouched,
      ...pins,
      cap_id: reason === 'cap' ? 7 : 0,
      offer: '101',
      url: '',
    });
  });

  const taking: [string, Partial<BookOffer>, Partial<ClickFacts>, string | undefined][] = [
    ['a listed country', { countries: ['US'] }, {}, undefined],
    [
      'an unknown country where some are excluded',
      { countries: ['DE'], countryMode: 'exclude' },
      { country: 'ZZ' },
      undefined,
    ],
    ['a listed device and system', { devices: ['mobile'], os: ['ios'] }, {}, undefined],
    ['the first moment', { startsAt: noon }, {}, undefined],
    ['the last moment', { endsAt: noon + 1 }, {}, undefined],
    ['an approved affiliate', { visibility: 'private' }, {}, 'approved'],
    ['a public offer that was once requested', {}, {}, 'pending'],
    ['room in the cap', { caps: [full({ used: 9, inFlight: 0.9 })] }, {}, undefined],
    ['a full cap of another affiliate', { caps: [full({ affid: '1002' })] }, {}, undefined],
    ['a cap whose period is over', { caps: [full({ periodEnd: noon })] }, {}, undefined],
    ['a test of a pending offer', { status: 'pending' }, { isTest: true }, undefined],
    [
      'a test from another country',
      { countries: ['DE'], devices: ['desktop'] },
      { isTest: true },
      undefined,
    ],
    ['a test of a full offer', { caps: [full()] }, { isTest: true }, undefined],
  ];

  it.each(taking)('is taken with %s', (_, own, click, access) => {
    const granted: Record<number, string> = access === undefined ? {} : { 1: access };
    expect(decided([bookOffer(1, own)], click, granted)).toMatchObject({ offer_route: 'offer' });
  });

  it('of a blocked affiliate is refused by a public offer', () => {
    expect(decided([bookOffer(1)], {}, { 1: 'blocked' })).toMatchObject({ offer_reason: 'access' });
  });

  it('stops when used and in flight reach the limit', () => {
    const caps = [bookCap(7, { used: 6, inFlight: 4 })];
    expect(decided([bookOffer(1, { caps })])).toMatchObject({ offer_reason: 'cap', cap_id: 7 });
  });

  it('goes to the fallback that takes it, under its terms', () => {
    const chain = [
      bookOffer(1, { status: 'paused', terms: [bookTerms(1)], fallbackUrl: 'https://f.test/' }),
      bookOffer(2, { countries: ['DE'], terms: [bookTerms(2)] }),
      bookOffer(3, { terms: [bookTerms(3)] }),
    ] as const;
    expect(decided(chain)).toEqual({
      ...untouched,
      offer_route: 'fallback_offer',
      offer_reason: 'paused',
      linked_offer: '101',
      terms_id: 3,
      offer: '103',
      url: 'https://offer-3.test/?c={click_id}',
    });
  });

  it('goes to the address of its own offer where no fallback takes it', () => {
    const chain = [
      bookOffer(1, { caps: [full()], fallbackUrl: 'https://f.test/' }),
      bookOffer(2, { status: 'paused', fallbackUrl: 'https://other.test/' }),
    ] as const;
    expect(decided(chain)).toMatchObject({
      offer_route: 'fallback_url',
      offer_reason: 'cap',
      cap_id: 7,
      offer: '101',
      url: 'https://f.test/',
    });
  });

  it('over a cap follows its policy', () => {
    const terms = [bookTerms(1, { payoutType: 'cpc', payoutAmount: '1' })];
    const at = (own: Partial<BookOffer>) =>
      decided([bookOffer(1, { terms, ...own }), bookOffer(2)]);
    expect(at({ caps: [full()], overCapPolicy: 'block' })).toMatchObject({
      offer_route: 'refused',
      cap_id: 7,
      offer: '101',
      url: '',
    });
    expect(at({ caps: [full({ policy: 'accept_unpaid' })], overCapPolicy: 'block' })).toMatchObject(
      {
        offer_route: 'unpaid',
        cap_id: 7,
        click_payout: '0',
        url: 'https://offer-1.test/?c={click_id}',
      },
    );
    expect(at({ caps: [full()] })).toMatchObject({ offer_route: 'fallback_offer', cap_id: 7 });
  });

  it('over several caps follows the strictest policy', () => {
    const caps = [
      full({ policy: 'accept_unpaid' }),
      bookCap(8, { used: 10, policy: 'block' }),
      bookCap(9, { used: 10, policy: 'block' }),
    ];
    expect(decided([bookOffer(1, { caps })])).toMatchObject({ offer_route: 'refused', cap_id: 8 });
  });

  it('takes less than a millisecond, also with a thousand terms and caps', () => {
    const terms = Array.from({ length: 1_000 }, (_, id) => bookTerms(id + 1, { affid: `a${id}` }));
    const caps = Array.from({ length: 1_000 }, (_, id) => bookCap(id + 1, { affid: `a${id}` }));
    const chain = [bookOffer(1, { terms, caps })] as const;
    const times = 2_000;
    const began = performance.now();
    for (let turn = 0; turn < times; turn += 1) decided(chain, { affid: `a${turn % 1_000}` });
    expect((performance.now() - began) / times).toBeLessThan(1);
  });
});
