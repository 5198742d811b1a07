import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import { type Capability, mayRole } from '#contract/accounts/roles.ts';
import type { Session } from '#contract/accounts/session.ts';
import type { OfferDetail } from '#contract/offers/offer.ts';
import {
  breakdownOf,
  type OfferBreakdown,
  type OfferConversionsQuestion,
  type OfferReportQuestion,
  type OfferScope,
  type OfferTab,
  tabOf,
} from '#model/offer-detail.ts';
import {
  defaultOfferRange,
  type OfferPlace,
  type OfferRecalledEvent,
  offerQuestionOf,
} from '#model/offers.ts';
import type { OwnRange } from '#model/own-days.ts';
import type { Query } from '#model/query.ts';
import { injectedListener } from '../kit/injected.ts';
import type { JobLeftEvent } from '../kit/job.ts';
import type { ScreenEvent, ScreenInput } from '../kit/screen.ts';
import { newTermsMachine, type TermsChangedEvent } from './new-terms.ts';
import {
  offerAccessMachine,
  offerCapsMachine,
  offerConversionsMachine,
  offerLinksMachine,
  offerLogMachine,
  offerReportMachine,
  offerTermsMachine,
  oneOfferMachine,
  postbackTestMachine,
} from './offer-parts.ts';
import { type OfferChangedEvent, offerStatusMachine } from './offer-status.ts';

type ViewChange = { range?: OwnRange; breakdown?: OfferBreakdown };
type Context = {
  member: Session;
  query: Query;
  place: OfferPlace;
  /** The offer as last read. */
  offer: OfferDetail | null;
};
type Event =
  | OfferRecalledEvent
  | OfferChangedEvent
  | TermsChangedEvent
  | JobLeftEvent
  | ScreenEvent
  | { type: 'list.read'; rows: OfferDetail[] }
  | { type: 'view.change'; change: ViewChange };
type Placed = { place: OfferPlace };

/**
 * One offer with its tabs.
 *
 * The offer itself and the change of its status are children of every tab; each tab is a state that invokes its own
 * data, so a hidden tab requests nothing. The hash names the tab, and a change of it is no change of page.
 */
export const offerDetailMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Pick<ScreenInput, 'query' | 'member'>;
    tags: 'known';
    children: {
      address: 'address';
      offer: 'offer';
      status: 'status';
      report: 'report';
      terms: 'terms';
      newTerms: 'newTerms';
      caps: 'caps';
      links: 'links';
      test: 'test';
      access: 'access';
      conversions: 'conversions';
      log: 'log';
    };
  },
  actors: {
    address: injectedListener<OfferRecalledEvent>('address'),
    offer: oneOfferMachine,
    status: offerStatusMachine,
    report: offerReportMachine,
    terms: offerTermsMachine,
    newTerms: newTermsMachine,
    caps: offerCapsMachine,
    links: offerLinksMachine,
    test: postbackTestMachine,
    access: offerAccessMachine,
    conversions: offerConversionsMachine,
    log: offerLogMachine,
  },
  actions: {
    keepPlace: assign({ place: (_, params: Placed) => params.place }),
    changePlace: assign({
      place: (
        { context: { place } },
        { change: { range, breakdown } }: { change: ViewChange },
      ) => ({
        ...place,
        range: range ?? place.range,
        params: breakdown ? { ...place.params, by: breakdown } : place.params,
      }),
    }),
    keepQuery: assign({ query: (_, params: { query: Query }) => params.query }),
    keepMember: assign({ member: (_, params: { member: Session }) => params.member }),
    keepOffer: assign({ offer: (_, params: { rows: OfferDetail[] }) => params.rows[0] ?? null }),
    forgetOffer: assign({ offer: null }),
    refreshOffer: sendTo('offer', { type: 'list.refresh' }),
    refreshTerms: sendTo('terms', { type: 'list.refresh' }),
    rewriteAddress: () => {},
    leaveOffer: () => {},
  },
  guards: {
    isAnotherOffer: ({ context }, { place }: Placed) => place.id !== context.place.id,
    isAnotherTab: ({ context }, { place }: Placed) => tabOf(place) !== tabOf(context.place),
    isAnotherProject: ({ context }, { query }: { query: Query }) =>
      query.project !== context.query.project,
    isSameQuestion: ({ context }, params: { query: Query }) =>
      JSON.stringify(offerQuestionOf(context.query, context.place.range)) ===
      JSON.stringify(offerQuestionOf(params.query, context.place.range)),
    isUnnamed: ({ context }) => context.place.id === null,
    isMissing: (_, { rows }: { rows: OfferDetail[] }) => rows.length === 0,
    isTab: ({ context }, params: { tab: OfferTab }) => tabOf(context.place) === params.tab,
  },
}).createMachine({
  id: 'offerDetail',
  description: 'One offer with its tabs.',
  context: ({ input: { member, query } }) => ({ member, query, place: unread, offer: null }),
  invoke: { id: 'address', src: 'address' },
  initial: 'starting',
  on: {
    'address.recalled': {
      target: '.deciding',
      actions: { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) },
    },
    'query.change': {
      actions: { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
    },
    'member.change': {
      actions: { type: 'keepMember', params: ({ event }) => ({ member: event.member }) },
    },
  },
  states: {
    starting: { description: 'The address has not been read yet, or it is being left.' },
    deciding: { always: [{ guard: 'isUnnamed', target: 'missing' }, { target: 'open' }] },
    missing: { description: 'There is no offer at this address.' },
    open: {
      description: 'The address names an offer.',
      entry: 'forgetOffer',
      initial: 'reading',
      invoke: {
        id: 'offer',
        src: 'offer',
        input: ({ context, self }) => ({ scope: scopeOf(context), parent: self }),
      },
      on: {
        'list.read': [
          {
            guard: { type: 'isMissing', params: ({ event }) => ({ rows: event.rows }) },
            target: 'missing',
          },
          {
            target: '.known',
            actions: { type: 'keepOffer', params: ({ event }) => ({ rows: event.rows }) },
          },
        ],
        'address.recalled': [
          {
            guard: { type: 'isAnotherOffer', params: ({ event }) => ({ place: event.place }) },
            target: 'deciding',
            actions: { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) },
          },
          { actions: { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) } },
        ],
        'query.change': [
          {
            guard: { type: 'isAnotherProject', params: ({ event }) => ({ query: event.query }) },
            target: 'starting',
            actions: [
              { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
              'leaveOffer',
            ],
          },
          { actions: { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) } },
        ],
      },
      states: {
        reading: { description: 'The offer has not been read yet, or could not be read.' },
        known: {
          description: 'The offer is on screen.',
          tags: 'known',
          initial: 'choosing',
          invoke: { id: 'status', src: 'status', input: ({ self }) => ({ parent: self }) },
          on: {
            'list.read': [
              {
                guard: { type: 'isMissing', params: ({ event }) => ({ rows: event.rows }) },
                target: '#offerDetail.missing',
              },
              { actions: { type: 'keepOffer', params: ({ event }) => ({ rows: event.rows }) } },
            ],
            'offer.changed': { actions: 'refreshOffer' },
            'address.recalled': [
              {
                guard: { type: 'isAnotherOffer', params: ({ event }) => ({ place: event.place }) },
                target: '#offerDetail.deciding',
                actions: { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) },
              },
              {
                guard: { type: 'isAnotherTab', params: ({ event }) => ({ place: event.place }) },
                target: '.choosing',
                actions: { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) },
              },
              { actions: { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) } },
            ],
          },
          states: {
            choosing: {
              always: [
                { guard: { type: 'isTab', params: { tab: 'terms' } }, target: 'terms' },
                { guard: { type: 'isTab', params: { tab: 'caps' } }, target: 'caps' },
                { guard: { type: 'isTab', params: { tab: 'tracking' } }, target: 'tracking' },
                { guard: { type: 'isTab', params: { tab: 'access' } }, target: 'access' },
                { guard: { type: 'isTab', params: { tab: 'log' } }, target: 'log' },
                { guard: { type: 'isTab', params: { tab: 'overview' } }, target: 'overview' },
                { target: 'figures' },
              ],
            },
            overview: { description: 'What the offer is, pays and allows.' },
            figures: {
              description: 'A tab with figures of the days of the screen.',
              initial: 'choosing',
              on: {
                'view.change': {
                  target: '.choosing',
                  actions: [
                    { type: 'changePlace', params: ({ event }) => ({ change: event.change }) },
                    'rewriteAddress',
                  ],
                },
                'query.change': [
                  {
                    guard: {
                      type: 'isAnotherProject',
                      params: ({ event }) => ({ query: event.query }),
                    },
                    target: '#offerDetail.starting',
                    actions: [
                      { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
                      'leaveOffer',
                    ],
                  },
                  {
                    guard: {
                      type: 'isSameQuestion',
                      params: ({ event }) => ({ query: event.query }),
                    },
                    actions: { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
                  },
                  {
                    target: '.choosing',
                    actions: { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
                  },
                ],
                'address.recalled': [
                  {
                    guard: {
                      type: 'isAnotherOffer',
                      params: ({ event }) => ({ place: event.place }),
                    },
                    target: '#offerDetail.deciding',
                    actions: { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) },
                  },
                  {
                    target: 'choosing',
                    actions: { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) },
                  },
                ],
              },
              states: {
                choosing: {
                  always: [
                    {
                      guard: { type: 'isTab', params: { tab: 'conversions' } },
                      target: 'conversions',
                    },
                    { guard: { type: 'isTab', params: { tab: 'payouts' } }, target: 'payouts' },
                    { target: 'performance' },
                  ],
                },
                performance: {
                  description: 'The figures of the offer by day, affiliate or another breakdown.',
                  invoke: {
                    id: 'report',
                    src: 'report',
                    input: ({ context }) => ({ query: questionOf(context) }),
                  },
                },
                conversions: {
                  description: 'The conversions of the offer, newest first.',
                  invoke: {
                    id: 'conversions',
                    src: 'conversions',
                    input: ({ context }) => ({ query: conversionsQuestion(context), filter: {} }),
                  },
                },
                payouts: {
                  description: 'What each affiliate earned with the offer.',
                  invoke: {
                    id: 'report',
                    src: 'report',
                    input: ({ context }) => ({ query: totalsQuestion(context) }),
                  },
                },
              },
            },
            terms: {
              description: 'What the offer brings and pays, now, before and later.',
              invoke: [
                {
                  id: 'terms',
                  src: 'terms',
                  input: ({ context }) => ({ scope: scopeOf(context) }),
                },
                {
                  id: 'newTerms',
                  src: 'newTerms',
                  input: ({ context, self }) => ({ scope: scopeOf(context), parent: self }),
                },
              ],
              on: { 'terms.changed': { actions: ['refreshTerms', 'refreshOffer'] } },
            },
            caps: {
              description: 'The caps and how full they are.',
              invoke: {
                id: 'caps',
                src: 'caps',
                input: ({ context }) => ({ scope: scopeOf(context) }),
              },
            },
            tracking: {
              description: 'The links of the offer, and a test of what happens after a click.',
              invoke: [
                {
                  id: 'links',
                  src: 'links',
                  input: ({ context }) => ({ scope: scopeOf(context) }),
                },
                { id: 'test', src: 'test', input: ({ self }) => ({ parent: self }) },
              ],
              on: { 'job.left': { actions: 'refreshOffer' } },
            },
            access: {
              description: 'Which affiliates may run the offer.',
              invoke: {
                id: 'access',
                src: 'access',
                input: ({ context }) => ({ scope: scopeOf(context) }),
              },
            },
            log: {
              description: 'What was done with the offer.',
              invoke: {
                id: 'log',
                src: 'log',
                input: ({ context }) => ({ query: scopeOf(context), filter: {} }),
              },
            },
          },
        },
      },
    },
  },
});

export type OfferDetailActor = ActorRefFrom<typeof offerDetailMachine>;
export type OfferDetailSnapshot = SnapshotFrom<typeof offerDetailMachine>;

/** Whether the person may do something in the project of the screen. */
export const mayInOffer = (
  { member, query }: Pick<Context, 'member' | 'query'>,
  capability: Capability,
): boolean => mayRole(member.projects.find(({ id }) => id === query.project)?.role, capability);

const unread: OfferPlace = { id: null, tab: '', range: defaultOfferRange, params: {} };

function scopeOf({ place: { id }, query }: Context): OfferScope {
  if (id !== null) return { project: query.project, id };
  throw new Error('An offer was asked for without an address.');
}

const questionOf = (context: Context): OfferReportQuestion => ({
  ...offerQuestionOf(context.query, context.place.range),
  ...scopeOf(context),
  breakdown: breakdownOf(context.place),
});

const totalsQuestion = (context: Context): OfferReportQuestion => ({
  ...questionOf(context),
  breakdown: 'affiliate',
});

function conversionsQuestion({ place, query, offer }: Context): OfferConversionsQuestion {
  if (offer) return { query, offerId: offer.offer_id, range: place.range };
  throw new Error('Conversions were asked for before their offer was read.');
}
