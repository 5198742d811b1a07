import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import { type Capability, mayRole } from '#contract/accounts/roles.ts';
import type { Session } from '#contract/accounts/session.ts';
import type { OfferLine } from '#contract/offers/offer.ts';
import type { FiguresByOffer } from '#model/offer-list.ts';
import {
  type AccessDraft,
  type CopyLink,
  defaultOfferRange,
  type OfferPlace,
  type OfferQuestion,
  type OfferRecalledEvent,
  offerQuestionOf,
} from '#model/offers.ts';
import type { OwnRange } from '#model/own-days.ts';
import type { Query } from '#model/query.ts';
import { type CollectionActor, type CollectionSnapshot, collectionOf } from '../kit/collection.ts';
import { injectedListener } from '../kit/injected.ts';
import { type LoaderActor, loaderOf } from '../kit/loader.ts';
import type { ScreenEvent, ScreenInput } from '../kit/screen.ts';
import { offerChangesMachine } from './offer-changes.ts';
import { offerImportMachine } from './offer-import.ts';

type OfferRows = {
  scope: { project: number };
  row: OfferLine;
  extra: never;
  draft: AccessDraft;
  action: CopyLink;
  /** A link that the browser did not copy. */
  secret: string;
};

/** The offers of a project that the member may see. */
export const offerRowsMachine = collectionOf<OfferRows>();
export type OfferRowsActor = CollectionActor<OfferRows>;
export type OfferRowsSnapshot = CollectionSnapshot<OfferRows>;

/** What each offer counts in the days of the address. */
export const offerFiguresMachine = loaderOf<FiguresByOffer, OfferQuestion>();
export type OfferFiguresActor = LoaderActor<FiguresByOffer, OfferQuestion>;

type Context = {
  member: Session;
  query: Query;
  place: OfferPlace;
  /** The ids of the chosen offers, in the order of their choice. */
  chosen: readonly number[];
};
type Event =
  | OfferRecalledEvent
  | ScreenEvent
  | { type: 'list.read'; rows: OfferLine[] }
  | { type: 'range.choose'; range: OwnRange }
  /** A filter, the search or the order; an empty text takes one out. */
  | { type: 'params.change'; params: Record<string, string> }
  | { type: 'offers.choose'; ids: readonly number[]; isChosen: boolean }
  | { type: 'offers.changed' }
  | { type: 'import.open' }
  | { type: 'import.close' };

/**
 * The offers of a project: the list, what each counts in the days of the address, and changes of chosen ones.
 *
 * The list and the figures are actors of their own, so that offers appear at once and stay when the figures of other
 * days are read. The days, the filter, the search and the order belong to the address. What a filter hides is not
 * chosen any more.
 */
export const offersListMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Pick<ScreenInput, 'query' | 'member'>;
    children: {
      address: 'address';
      list: 'list';
      figures: 'figures';
      changes: 'changes';
      importing: 'importing';
    };
  },
  actors: {
    address: injectedListener<OfferRecalledEvent>('address'),
    list: offerRowsMachine,
    figures: offerFiguresMachine,
    changes: offerChangesMachine,
    importing: offerImportMachine,
  },
  actions: {
    keepQuery: assign({ query: (_, params: { query: Query }) => params.query }),
    keepMember: assign({ member: (_, params: { member: Session }) => params.member }),
    keepPlace: assign({ place: (_, params: { place: OfferPlace }) => params.place }),
    keepRange: assign({
      place: ({ context }, params: { range: OwnRange }) => ({
        ...context.place,
        range: params.range,
      }),
    }),
    keepParams: assign({
      place: ({ context: { place } }, { params }: { params: Record<string, string> }) => ({
        ...place,
        params: { ...place.params, ...params },
      }),
    }),
    keepChoice: assign({
      chosen: (
        { context },
        { ids, isChosen }: { ids: readonly number[]; isChosen: boolean },
      ): readonly number[] => [
        ...context.chosen.filter((id) => !ids.includes(id)),
        ...(isChosen ? ids : []),
      ],
    }),
    chooseNone: assign({ chosen: [] }),
    dropMissing: assign({
      chosen: ({ context }, { rows }: { rows: readonly OfferLine[] }) =>
        context.chosen.filter((chosen) => rows.some(({ id }) => id === chosen)),
    }),
    openProject: sendTo('list', ({ context }) => ({
      type: 'scope.change' as const,
      scope: { project: context.query.project },
    })),
    refreshList: sendTo('list', { type: 'list.refresh' }),
    queryFigures: sendTo('figures', ({ context }) => ({
      type: 'query.change' as const,
      query: questionOf(context),
    })),
    visitRange: () => {},
    correctAddress: () => {},
  },
  guards: {
    isElsewhere: ({ context }, params: { query: Query }) =>
      context.query.project !== params.query.project,
  },
}).createMachine({
  id: 'offersList',
  description: 'The offers of a project and what each counts.',
  context: ({ input }) => ({
    member: input.member,
    query: input.query,
    place: { id: null, range: defaultOfferRange, tab: '', params: {} },
    chosen: [],
  }),
  invoke: [
    {
      id: 'list',
      src: 'list',
      input: ({ context, self }) => ({ scope: { project: context.query.project }, parent: self }),
    },
    { id: 'changes', src: 'changes', input: ({ self }) => ({ parent: self }) },
    { id: 'address', src: 'address' },
  ],
  initial: 'starting',
  on: {
    'member.change': {
      actions: { type: 'keepMember', params: ({ event }) => ({ member: event.member }) },
    },
    'list.read': {
      actions: { type: 'dropMissing', params: ({ event }) => ({ rows: event.rows }) },
    },
    'query.change': [
      {
        guard: { type: 'isElsewhere', params: ({ event }) => ({ query: event.query }) },
        actions: [
          { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
          'chooseNone',
          'openProject',
        ],
      },
      { actions: { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) } },
    ],
    'offers.choose': {
      actions: {
        type: 'keepChoice',
        params: ({ event }) => ({ ids: event.ids, isChosen: event.isChosen }),
      },
    },
    'offers.changed': { actions: 'refreshList' },
  },
  states: {
    starting: {
      description: 'The address has not been read yet.',
      on: {
        'address.recalled': {
          target: 'open',
          actions: { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) },
        },
      },
    },
    open: {
      description: 'The figures are those of the days in the address.',
      initial: 'browsing',
      invoke: {
        id: 'figures',
        src: 'figures',
        input: ({ context }) => ({ query: questionOf(context) }),
      },
      on: {
        'address.recalled': {
          actions: [
            { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) },
            'queryFigures',
          ],
        },
        'query.change': [
          {
            guard: { type: 'isElsewhere', params: ({ event }) => ({ query: event.query }) },
            actions: [
              { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
              'chooseNone',
              'openProject',
              'queryFigures',
            ],
          },
          {
            actions: [
              { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
              'queryFigures',
            ],
          },
        ],
        'range.choose': {
          actions: [
            { type: 'keepRange', params: ({ event }) => ({ range: event.range }) },
            'queryFigures',
            'visitRange',
          ],
        },
        'params.change': {
          actions: [
            { type: 'keepParams', params: ({ event }) => ({ params: event.params }) },
            'chooseNone',
            'correctAddress',
          ],
        },
      },
      states: {
        browsing: {
          description: 'The list is on screen.',
          on: { 'import.open': 'importing' },
        },
        importing: {
          description: 'A dialog imports offers from a file.',
          invoke: {
            id: 'importing',
            src: 'importing',
            input: ({ context, self }) => ({ project: context.query.project, parent: self }),
          },
          on: { 'import.close': 'browsing' },
        },
      },
    },
  },
});

export type OffersListActor = ActorRefFrom<typeof offersListMachine>;
export type OffersListSnapshot = SnapshotFrom<typeof offersListMachine>;

/** Whether the member may do something with the offers of the project. */
export const mayWithOffers = (
  { member, query }: Pick<Context, 'member' | 'query'>,
  capability: Extract<Capability, `offer.${string}`>,
): boolean => mayRole(member.projects.find(({ id }) => id === query.project)?.role, capability);

const questionOf = ({ query, place }: Context): OfferQuestion =>
  offerQuestionOf(query, place.range);
