import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import type { Session } from '#contract/accounts/session.ts';
import type { FunnelReport } from '#contract/funnels/report.ts';
import type { Funnel, FunnelVersion } from '#contract/funnels/schemas.ts';
import type {
  FunnelAct,
  FunnelNote,
  FunnelScope,
  OneFunnelQuestion,
} from '#model/funnel-overview.ts';
import { type FunnelPlace, type FunnelRecalledEvent, reportStaleAfter } from '#model/funnels.ts';
import type { OwnRange } from '#model/own-days.ts';
import type { Query } from '#model/query.ts';
import { type CollectionActor, collectionOf } from '../kit/collection.ts';
import { injectedListener } from '../kit/injected.ts';
import { type LoaderActor, loaderOf } from '../kit/loader.ts';
import type { ScreenEvent, ScreenInput } from '../kit/screen.ts';

type OneFunnel = {
  scope: FunnelScope;
  row: Funnel;
  extra: never;
  /** The name of a copy. */
  draft: { name: string };
  action: FunnelAct;
  secret: never;
};

/** The funnel of the address as the only entry of a list; a funnel that does not exist leaves it empty. */
export const oneFunnelMachine = collectionOf<OneFunnel>().provide({
  actions: {
    /** A copy opens by itself and is not shown here. */
    putEntry: assign({
      rows: ({ context: { rows } }, { entry }) => (rows[0]?.id === entry.id ? [entry] : rows),
    }),
  },
});
export type OneFunnelActor = CollectionActor<OneFunnel>;

type FunnelNotes = {
  scope: FunnelScope;
  row: FunnelNote;
  extra: never;
  draft: { at: string; text: string };
  action: never;
  secret: never;
};

/** What happened to the funnel, latest first. */
export const funnelNotesMachine = collectionOf<FunnelNotes>().provide({
  actions: {
    putEntry: assign({
      rows: ({ context: { rows } }, { entry }) =>
        [...rows.filter(({ id }) => id !== entry.id), entry].sort(
          (a, b) => Date.parse(b.at) - Date.parse(a.at),
        ),
    }),
  },
});
export type FunnelNotesActor = CollectionActor<FunnelNotes>;

/** The report of the published definition. */
export const funnelReportMachine = loaderOf<FunnelReport, OneFunnelQuestion>().provide({
  delays: { staleAfter: reportStaleAfter },
});
export type FunnelReportActor = LoaderActor<FunnelReport, OneFunnelQuestion>;

export const funnelVersionsMachine = loaderOf<FunnelVersion[], FunnelScope>();
export type FunnelVersionsActor = LoaderActor<FunnelVersion[], FunnelScope>;

type Context = { member: Session; query: Query; place: FunnelPlace | null };
type Event =
  | FunnelRecalledEvent
  | ScreenEvent
  | { type: 'list.read'; rows: Funnel[] }
  | { type: 'range.choose'; range: OwnRange };

/**
 * One funnel: its map, steps, versions and notes.
 *
 * The funnel itself is a child that also runs the actions on it. What it is decides which of the other children there
 * are: a draft has no report, and an archived or unknown funnel has none of them.
 */
export const funnelOverviewMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Pick<ScreenInput, 'query' | 'member'>;
    tags: 'known';
    children: {
      address: 'address';
      funnel: 'funnel';
      report: 'report';
      versions: 'versions';
      notes: 'notes';
    };
  },
  actors: {
    address: injectedListener<FunnelRecalledEvent>('address'),
    funnel: oneFunnelMachine,
    report: funnelReportMachine,
    versions: funnelVersionsMachine,
    notes: funnelNotesMachine,
  },
  actions: {
    keepPlace: assign({ place: (_, params: { place: FunnelPlace }) => params.place }),
    keepRange: assign({
      place: ({ context: { place } }, { range }: { range: OwnRange }) =>
        place && { ...place, range },
    }),
    keepQuery: assign({ query: (_, params: { query: Query }) => params.query }),
    keepMember: assign({ member: (_, params: { member: Session }) => params.member }),
    queryReport: sendTo('report', ({ context }) => ({
      type: 'query.change' as const,
      query: questionOf(context),
    })),
    refreshVersions: sendTo('versions', { type: 'figures.changed' }),
    refreshNotes: sendTo('notes', { type: 'list.refresh' }),
    showRange: (_, _params: { range: OwnRange }) => {},
    leaveFunnel: () => {},
  },
  guards: {
    isAnotherFunnel: ({ context }, params: { place: FunnelPlace }) =>
      context.place?.slug !== params.place.slug,
    isSameFunnel: ({ context }, params: { place: FunnelPlace }) =>
      context.place?.slug === params.place.slug,
    isSameProject: ({ context }, params: { query: Query }) =>
      context.query.project === params.query.project,
    isAnotherProject: ({ context }, params: { query: Query }) =>
      context.query.project !== params.query.project,
    isMissing: (_, { rows }: { rows: Funnel[] }) => rows.length === 0,
    isArchived: (_, { rows }: { rows: Funnel[] }) => rows[0]?.status === 'archived',
    isPublished: (_, { rows: [funnel] }: { rows: Funnel[] }) =>
      funnel !== undefined && funnel.status !== 'archived' && funnel.published !== null,
    isDraft: (_, { rows: [funnel] }: { rows: Funnel[] }) =>
      funnel !== undefined && funnel.status !== 'archived' && funnel.published === null,
  },
}).createMachine({
  id: 'funnelOverview',
  description: 'One funnel with its map, steps, versions and notes.',
  context: ({ input: { member, query } }) => ({ member, query, place: null }),
  invoke: { id: 'address', src: 'address' },
  initial: 'starting',
  on: {
    'address.recalled': [
      {
        guard: { type: 'isAnotherFunnel', params: ({ event }) => ({ place: event.place }) },
        target: '.open',
        reenter: true,
        actions: { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) },
      },
      { actions: { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) } },
    ],
    'query.change': [
      {
        guard: { type: 'isAnotherProject', params: ({ event }) => ({ query: event.query }) },
        target: '.starting',
        actions: [
          { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
          'leaveFunnel',
        ],
      },
      { actions: { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) } },
    ],
    'member.change': {
      actions: { type: 'keepMember', params: ({ event }) => ({ member: event.member }) },
    },
  },
  states: {
    starting: { description: 'The address has not been read yet, or it is being left.' },
    open: {
      description: 'The address names a funnel.',
      initial: 'reading',
      invoke: {
        id: 'funnel',
        src: 'funnel',
        input: ({ context, self }) => ({ scope: scopeOf(context), parent: self }),
      },
      on: {
        'list.read': [
          {
            guard: { type: 'isMissing', params: ({ event }) => ({ rows: event.rows }) },
            target: '.missing',
          },
          {
            guard: { type: 'isArchived', params: ({ event }) => ({ rows: event.rows }) },
            target: '.archived',
          },
          {
            guard: { type: 'isPublished', params: ({ event }) => ({ rows: event.rows }) },
            target: '.known.published',
          },
          { target: '.known.unpublished' },
        ],
      },
      states: {
        reading: { description: 'The funnel has not been read yet, or could not be read.' },
        missing: { description: 'The project has no funnel at this address.' },
        archived: { description: 'The funnel is archived and can be restored.' },
        known: {
          description: 'The funnel is on screen.',
          tags: 'known',
          initial: 'unpublished',
          invoke: [
            {
              id: 'versions',
              src: 'versions',
              input: ({ context }) => ({ query: scopeOf(context) }),
            },
            { id: 'notes', src: 'notes', input: ({ context }) => ({ scope: scopeOf(context) }) },
          ],
          states: {
            unpublished: {
              description: 'There is only a draft, so there are no figures.',
              on: {
                'list.read': {
                  guard: { type: 'isDraft', params: ({ event }) => ({ rows: event.rows }) },
                  actions: ['refreshVersions', 'refreshNotes'],
                },
              },
            },
            published: {
              description: 'The map shows the people of the published definition.',
              invoke: {
                id: 'report',
                src: 'report',
                input: ({ context }) => ({ query: questionOf(context) }),
              },
              on: {
                'list.read': {
                  guard: { type: 'isPublished', params: ({ event }) => ({ rows: event.rows }) },
                  actions: ['refreshVersions', 'refreshNotes'],
                },
                'range.choose': {
                  actions: [
                    { type: 'keepRange', params: ({ event }) => ({ range: event.range }) },
                    { type: 'showRange', params: ({ event }) => ({ range: event.range }) },
                    'queryReport',
                  ],
                },
                'address.recalled': {
                  guard: {
                    type: 'isSameFunnel',
                    params: ({ event }) => ({ place: event.place }),
                  },
                  actions: [
                    { type: 'keepPlace', params: ({ event }) => ({ place: event.place }) },
                    'queryReport',
                  ],
                },
                'query.change': {
                  guard: {
                    type: 'isSameProject',
                    params: ({ event }) => ({ query: event.query }),
                  },
                  actions: [
                    { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
                    'queryReport',
                  ],
                },
              },
            },
          },
        },
      },
    },
  },
});

export type FunnelOverviewActor = ActorRefFrom<typeof funnelOverviewMachine>;
export type FunnelOverviewSnapshot = SnapshotFrom<typeof funnelOverviewMachine>;

function scopeOf({ place, query }: Context): FunnelScope {
  if (place?.slug) return { project: query.project, slug: place.slug };
  throw new Error('A funnel was asked for before the address was read.');
}

function questionOf(context: Context): OneFunnelQuestion {
  const { place, query } = context;
  if (!place) throw new Error('A report was asked for before the address was read.');
  return {
    ...scopeOf(context),
    range: place.range,
    timezone: query.timezone,
    affiliates: query.affiliates.map(({ id }) => id),
  };
}
