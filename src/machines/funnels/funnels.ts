import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import { mayRole } from '#contract/accounts/roles.ts';
import type { Session } from '#contract/accounts/session.ts';
import type { FunnelFigures, FunnelRow } from '#contract/funnels/report.ts';
import type { Problem } from '#contract/problem.ts';
import { ofFunnel } from '#model/funnel-list.ts';
import {
  defaultFunnelRange,
  type FunnelPlace,
  type FunnelQuestion,
  type FunnelRecalledEvent,
} from '#model/funnels.ts';
import type { OwnRange } from '#model/own-days.ts';
import type { Query } from '#model/query.ts';
import { type CollectionActor, type CollectionSnapshot, collectionOf } from '../kit/collection.ts';
import { injectedListener } from '../kit/injected.ts';
import type { ScreenEvent, ScreenInput } from '../kit/screen.ts';

/** A change of one funnel of the list. A copy has a name of its own. */
export type FunnelAction =
  | { kind: 'pause' | 'resume' | 'makeDefault'; funnel: FunnelRow }
  | { kind: 'duplicate'; funnel: FunnelRow; name: string };

type FunnelList = {
  scope: { project: number };
  row: FunnelRow;
  extra: never;
  draft: never;
  action: FunnelAction;
  secret: never;
};

/** The funnels of a project. */
export const funnelListMachine = collectionOf<FunnelList>();
export type FunnelListActor = CollectionActor<FunnelList>;
export type FunnelListSnapshot = CollectionSnapshot<FunnelList>;

/** What the figures of the rows are asked for. */
export type FiguresQuestion = FunnelQuestion & {
  /** Those without figures first. */
  slugs: readonly string[];
};
/** What is known of one row; figures whose last reading failed stay with the reason. */
export type RowFigures = { figures: FunnelFigures | null; problem: Problem | null };

export type FiguresReport =
  | { type: 'figures.arrived'; slug: string; figures: FunnelFigures }
  | { type: 'figures.failed'; slug: string; problem: Problem }
  | { type: 'figures.finished' };

type Context = {
  member: Session;
  query: Query;
  place: FunnelPlace;
  funnels: readonly FunnelRow[];
  /** By the slug of the funnel; a row without an entry has not been read. */
  figures: Record<string, RowFigures>;
};
type Event =
  | FunnelRecalledEvent
  | ScreenEvent
  | FiguresReport
  | { type: 'list.read'; rows: FunnelRow[] }
  | { type: 'figures.retry'; slug: string }
  | { type: 'range.choose'; range: OwnRange }
  | { type: 'search.change'; text: string }
  | { type: 'order.choose'; order: string };

/**
 * The funnels of a project: the list, and what each counts in the days of the address.
 *
 * The list is an actor of its own and appears at once; figures arrive row by row while `reading`, and follow each
 * reading of the list. The days, the search and the order belong to the address.
 */
export const funnelsMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Pick<ScreenInput, 'query' | 'member'>;
    tags: 'busy';
    children: { address: 'address'; list: 'list'; readFigures: 'readFigures' };
  },
  actors: {
    address: injectedListener<FunnelRecalledEvent>('address'),
    list: funnelListMachine,
    readFigures: injectedListener<FiguresReport, FiguresQuestion>('readFigures'),
  },
  actions: {
    keepQuery: assign({ query: (_, params: { query: Query }) => params.query }),
    keepMember: assign({ member: (_, params: { member: Session }) => params.member }),
    keepPlace: assign({ place: (_, params: { place: FunnelPlace }) => params.place }),
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
    keepFunnels: assign({
      funnels: (_, params: { funnels: readonly FunnelRow[] }) => params.funnels,
    }),
    keepFigures: assign({
      figures: (
        { context },
        { slug, figures }: { slug: string; figures: FunnelFigures },
      ): Context['figures'] => ({ ...context.figures, [slug]: { figures, problem: null } }),
    }),
    keepFailure: assign({
      figures: (
        { context },
        { slug, problem }: { slug: string; problem: Problem },
      ): Context['figures'] => ({
        ...context.figures,
        [slug]: { figures: ofFunnel(context.figures, slug)?.figures ?? null, problem },
      }),
    }),
    forgetRow: assign({
      figures: ({ context }, params: { slug: string }) =>
        Object.fromEntries(
          Object.entries(context.figures).filter(([slug]) => slug !== params.slug),
        ),
    }),
    forgetFigures: assign({ figures: {} }),
    forgetFunnels: assign({ funnels: [], figures: {} }),
    notifyList: sendTo('list', ({ context }) => ({
      type: 'scope.change' as const,
      scope: { project: context.query.project },
    })),
    visitRange: () => {},
    correctAddress: () => {},
  },
  guards: {
    isElsewhere: ({ context }, params: { query: Query }) =>
      context.query.project !== params.query.project,
    asksOtherFigures: ({ context }, params: { query: Query }) =>
      JSON.stringify(askedOf(context)) !== JSON.stringify(askedOf({ ...context, ...params })),
    hasFailed: ({ context }, { slug }: { slug: string }) =>
      Boolean(ofFunnel(context.figures, slug)?.problem),
    hasOtherDays: ({ context }, params: { place: FunnelPlace }) =>
      JSON.stringify(context.place.range) !== JSON.stringify(params.place.range),
  },
}).createMachine({
  id: 'funnels',
  description: 'The funnels of a project and what each counts.',
  context: ({ input }) => ({
    member: input.member,
    query: input.query,
    place: { slug: null, childSlug: null, range: defaultFunnelRange, tab: '', params: {} },
    funnels: [],
    figures: {},
  }),
  invoke: [
    {
      id: 'list',
      src: 'list',
      input: ({ context, self }) => ({ scope: { project: context.query.project }, parent: self }),
    },
    { id: 'address', src: 'address' },
  ],
  initial: 'waiting',
  on: {
    'address.recalled': [
      {
        guard: { type: 'hasOtherDays', params: ({ event }) => ({ place: event.place }) },
        target: '.reading',
        actions: [
          { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) },
          'forgetFigures',
        ],
      },
      { actions: { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) } },
    ],
    'query.change': [
      {
        guard: { type: 'isElsewhere', params: ({ event }) => ({ query: event.query }) },
        target: '.waiting',
        actions: [
          { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
          'forgetFunnels',
          'notifyList',
        ],
      },
      {
        guard: { type: 'asksOtherFigures', params: ({ event }) => ({ query: event.query }) },
        target: '.reading',
        actions: [
          { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
          'forgetFigures',
        ],
      },
      { actions: { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) } },
    ],
    'member.change': {
      actions: { type: 'keepMember', params: ({ event }) => ({ member: event.member }) },
    },
    'list.read': {
      target: '.reading',
      actions: { type: 'keepFunnels', params: ({ event }) => ({ funnels: event.rows }) },
    },
    'figures.retry': {
      guard: { type: 'hasFailed', params: ({ event }) => ({ slug: event.slug }) },
      target: '.reading',
      actions: { type: 'forgetRow', params: ({ event }) => ({ slug: event.slug }) },
    },
    'range.choose': {
      target: '.reading',
      actions: [
        { type: 'keepRange', params: ({ event }) => ({ range: event.range }) },
        'forgetFigures',
        'visitRange',
      ],
    },
    'search.change': {
      actions: [
        { type: 'keepParams', params: ({ event }) => ({ params: { find: event.text } }) },
        'correctAddress',
      ],
    },
    'order.choose': {
      actions: [
        { type: 'keepParams', params: ({ event }) => ({ params: { sort: event.order } }) },
        'correctAddress',
      ],
    },
  },
  states: {
    waiting: { description: 'The figures are as they were last read.' },
    reading: {
      description: 'Figures are being read; each row shows its own as soon as they are here.',
      tags: 'busy',
      invoke: {
        id: 'readFigures',
        src: 'readFigures',
        input: ({ context }) => ({ ...askedOf(context), slugs: slugsOf(context) }),
      },
      on: {
        'figures.arrived': {
          actions: {
            type: 'keepFigures',
            params: ({ event }) => ({ slug: event.slug, figures: event.figures }),
          },
        },
        'figures.failed': {
          actions: {
            type: 'keepFailure',
            params: ({ event }) => ({ slug: event.slug, problem: event.problem }),
          },
        },
        'figures.finished': 'waiting',
      },
    },
  },
});

export type FunnelsActor = ActorRefFrom<typeof funnelsMachine>;
export type FunnelsSnapshot = SnapshotFrom<typeof funnelsMachine>;

/** Whether the member may change the funnels of the project. */
export const mayWriteFunnels = ({ member, query }: Pick<Context, 'member' | 'query'>): boolean =>
  mayRole(member.projects.find(({ id }) => id === query.project)?.role, 'funnel.write');

const askedOf = ({
  query: { project, affiliates, timezone },
  place: { range },
}: Pick<Context, 'query' | 'place'>) => ({
  project,
  affiliates: affiliates.map(({ id }) => id),
  timezone,
  range,
});

/** The published funnels, those without figures first. */
const slugsOf = ({ funnels, figures }: Context): string[] => {
  const slugs = funnels.filter((funnel) => funnel.is_published).map(({ slug }) => slug);
  return [
    ...slugs.filter((slug) => ofFunnel(figures, slug) === undefined),
    ...slugs.filter((slug) => ofFunnel(figures, slug) !== undefined),
  ];
};
