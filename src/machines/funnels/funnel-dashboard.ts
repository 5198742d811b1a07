import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import type { Session } from '#contract/accounts/session.ts';
import type {
  FunnelReport,
  FunnelTrend,
  Opportunities,
  TimeToConvert,
} from '#contract/funnels/report.ts';
import type { Funnel } from '#contract/funnels/schemas.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type {
  EntryQuestion,
  FunnelView,
  PeopleQuestion,
  ReportQuestion,
  TimeQuestion,
  TrendQuestion,
} from '#model/funnel-dashboard.ts';
import type { FunnelScope } from '#model/funnel-overview.ts';
import { viewIn } from '#model/funnel-view.ts';
import { defaultFunnelRange, type FunnelRecalledEvent } from '#model/funnels.ts';
import type { Query } from '#model/query.ts';
import {
  injected,
  injectedListener,
  optionalListener,
  type RecoveryEvent,
} from '../kit/injected.ts';
import { type LoaderActor, loaderOf } from '../kit/loader.ts';
import type { ScreenEvent, ScreenInput } from '../kit/screen.ts';
import { funnelPeopleMachine } from './funnel-people.ts';

type ViewChange = Partial<Omit<FunnelView, 'slug'>>;
type Context = {
  query: Query;
  member: Session;
  view: FunnelView;
  funnel: Funnel | null;
  problem: Problem | null;
};
type Event =
  | FunnelRecalledEvent
  | ScreenEvent
  | RecoveryEvent
  | { type: 'view.change'; change: ViewChange }
  | { type: 'figures.refresh' };
type Chosen = { view: FunnelView; query: Query };

/**
 * The funnel is read first, because it says what there is to report and names the steps. Then the report and its advice
 * stay for all tabs, and each tab is a state that invokes its own data: a hidden tab requests nothing, and one that
 * fails leaves the others alone. What a person chooses is kept in `view` and in the address.
 */
export const funnelDashboardMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: ScreenInput;
    tags: 'busy' | 'failed';
    children: {
      address: 'address';
      network: 'network';
      readFunnel: 'readFunnel';
      report: 'report';
      opportunities: 'opportunities';
      people: 'people';
      trend: 'trend';
      time: 'time';
    };
  },
  actors: {
    address: injectedListener<FunnelRecalledEvent>('address'),
    network: optionalListener<RecoveryEvent>(),
    readFunnel: injected<Funnel, { scope: FunnelScope }>('readFunnel'),
    report: loaderOf<FunnelReport, ReportQuestion>(),
    opportunities: loaderOf<Opportunities, EntryQuestion>(),
    people: funnelPeopleMachine,
    trend: loaderOf<FunnelTrend, TrendQuestion>(),
    time: loaderOf<TimeToConvert, TimeQuestion>(),
  },
  actions: {
    keepView: assign({ view: (_, params: Chosen) => params.view }),
    keepQuery: assign({ query: (_, params: { query: Query }) => params.query }),
    keepMember: assign({ member: (_, params: { member: Session }) => params.member }),
    keepFunnel: assign({ funnel: (_, params: { funnel: Funnel }) => params.funnel }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
    clearFunnel: assign({ funnel: null, problem: null }),
    queryReport: sendTo('report', ({ context }) => ({
      type: 'query.change' as const,
      query: reportQuestion(context),
    })),
    refineReport: sendTo('report', ({ context }) => ({
      type: 'query.refine' as const,
      query: reportQuestion(context),
    })),
    queryOpportunities: sendTo('opportunities', ({ context }) => ({
      type: 'query.change' as const,
      query: questionOf(context),
    })),
    showPeople: sendTo('people', ({ context }) => ({
      type: 'people.show' as const,
      question: peopleQuestion(context),
    })),
    refreshReport: sendTo('report', { type: 'figures.changed' }),
    refreshOpportunities: sendTo('opportunities', { type: 'figures.changed' }),
    refreshPeople: sendTo('people', { type: 'people.refresh' }),
    refreshTrend: sendTo('trend', { type: 'figures.changed' }),
    refreshTime: sendTo('time', { type: 'figures.changed' }),
    rewriteAddress: () => {},
  },
  guards: {
    isMissing: (_, params: { error: unknown }) => problemFrom(params.error).kind === 'missing',
    isPublished: (_, params: { funnel: Funnel }) => params.funnel.published !== null,
    isAnotherFunnel: ({ context }, { view, query }: Chosen) =>
      view.slug !== context.view.slug || query.project !== context.query.project,
    isOfSameTab: ({ context }, params: Chosen) =>
      JSON.stringify(tabQuestion(context)) === JSON.stringify(tabQuestion(params)),
    isTrend: ({ context }) => context.view.tab === 'trend',
    isTime: ({ context }) => context.view.tab === 'time',
    isOpportunities: ({ context }) => context.view.tab === 'opportunities',
  },
}).createMachine({
  id: 'funnelDashboard',
  description:
    "A funnel's dashboard: its report, trend, times and opportunities, with the people behind a figure.",
  context: ({ input: { query, member } }) => ({
    query,
    member,
    view: unread,
    funnel: null,
    problem: null,
  }),
  invoke: [
    { id: 'address', src: 'address' },
    { id: 'network', src: 'network' },
  ],
  initial: 'starting',
  on: {
    'address.recalled': [
      {
        guard: {
          type: 'isAnotherFunnel',
          params: ({ context, event }) => recalled(context, event),
        },
        target: '.reading',
        actions: { type: 'keepView', params: ({ context, event }) => recalled(context, event) },
      },
      { actions: { type: 'keepView', params: ({ context, event }) => recalled(context, event) } },
    ],
    'query.change': [
      {
        guard: { type: 'isAnotherFunnel', params: ({ context, event }) => queried(context, event) },
        target: '.reading',
        actions: { type: 'keepQuery', params: ({ event }) => event },
      },
      { actions: { type: 'keepQuery', params: ({ event }) => event } },
    ],
    'member.change': { actions: { type: 'keepMember', params: ({ event }) => event } },
  },
  states: {
    starting: {
      description: 'The address has not been read yet.',
      tags: 'busy',
      on: {
        'query.change': { actions: { type: 'keepQuery', params: ({ event }) => event } },
      },
    },
    reading: {
      description: 'The funnel itself is being read.',
      tags: 'busy',
      entry: 'clearFunnel',
      invoke: {
        id: 'readFunnel',
        src: 'readFunnel',
        input: ({ context: { query, view } }) => ({
          scope: { project: query.project, slug: view.slug },
        }),
        onDone: [
          {
            guard: { type: 'isPublished', params: ({ event }) => ({ funnel: event.output }) },
            target: 'open',
            actions: { type: 'keepFunnel', params: ({ event }) => ({ funnel: event.output }) },
          },
          {
            target: 'draft',
            actions: { type: 'keepFunnel', params: ({ event }) => ({ funnel: event.output }) },
          },
        ],
        onError: [
          {
            guard: { type: 'isMissing', params: ({ event }) => ({ error: event.error }) },
            target: 'missing',
          },
          {
            target: 'failed',
            actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
    },
    missing: { description: 'The project has no funnel of this name.' },
    failed: {
      description: 'The funnel could not be read.',
      tags: 'failed',
      on: { retry: 'reading', 'network.returned': 'reading' },
    },
    draft: { description: 'The funnel was never published, so there is nothing to report.' },
    open: {
      description: 'The funnel has been published; its report is on screen.',
      invoke: [
        {
          id: 'report',
          src: 'report',
          input: ({ context }) => ({ query: reportQuestion(context) }),
        },
        {
          id: 'opportunities',
          src: 'opportunities',
          input: ({ context }) => ({ query: questionOf(context) }),
        },
        {
          id: 'people',
          src: 'people',
          input: ({ context }) => ({ question: peopleQuestion(context) }),
        },
      ],
      initial: 'choosing',
      on: {
        'figures.refresh': {
          actions: ['refreshReport', 'refreshOpportunities', 'refreshPeople'],
        },
        'address.recalled': [
          {
            guard: {
              type: 'isAnotherFunnel',
              params: ({ context, event }) => recalled(context, event),
            },
            target: 'reading',
            actions: { type: 'keepView', params: ({ context, event }) => recalled(context, event) },
          },
          {
            guard: {
              type: 'isOfSameTab',
              params: ({ context, event }) => recalled(context, event),
            },
            actions: [
              { type: 'keepView', params: ({ context, event }) => recalled(context, event) },
              'refineReport',
              'showPeople',
            ],
          },
          {
            target: '.choosing',
            actions: [
              { type: 'keepView', params: ({ context, event }) => recalled(context, event) },
              'queryReport',
              'queryOpportunities',
              'showPeople',
            ],
          },
        ],
        'view.change': [
          {
            guard: {
              type: 'isOfSameTab',
              params: ({ context, event }) => changed(context, event),
            },
            actions: [
              { type: 'keepView', params: ({ context, event }) => changed(context, event) },
              'rewriteAddress',
              'refineReport',
              'showPeople',
            ],
          },
          {
            target: '.choosing',
            actions: [
              { type: 'keepView', params: ({ context, event }) => changed(context, event) },
              'rewriteAddress',
              'queryReport',
              'queryOpportunities',
              'showPeople',
            ],
          },
        ],
        'query.change': [
          {
            guard: {
              type: 'isAnotherFunnel',
              params: ({ context, event }) => queried(context, event),
            },
            target: 'reading',
            actions: { type: 'keepQuery', params: ({ event }) => event },
          },
          {
            guard: {
              type: 'isOfSameTab',
              params: ({ context, event }) => queried(context, event),
            },
            actions: { type: 'keepQuery', params: ({ event }) => event },
          },
          {
            target: '.choosing',
            actions: [
              { type: 'keepQuery', params: ({ event }) => event },
              'queryReport',
              'queryOpportunities',
              'showPeople',
            ],
          },
        ],
      },
      states: {
        choosing: {
          always: [
            { guard: 'isTrend', target: 'trend' },
            { guard: 'isTime', target: 'time' },
            { guard: 'isOpportunities', target: 'opportunities' },
            { target: 'steps' },
          ],
        },
        steps: { description: 'How far people came, step by step.' },
        trend: {
          description: 'The same people by the day on which they entered.',
          on: {
            'figures.refresh': {
              actions: ['refreshReport', 'refreshOpportunities', 'refreshPeople', 'refreshTrend'],
            },
          },
          invoke: {
            id: 'trend',
            src: 'trend',
            input: ({ context }) => ({ query: trendQuestion(context) }),
          },
        },
        time: {
          description: 'How long people took between two steps.',
          on: {
            'figures.refresh': {
              actions: ['refreshReport', 'refreshOpportunities', 'refreshPeople', 'refreshTime'],
            },
          },
          invoke: {
            id: 'time',
            src: 'time',
            input: ({ context }) => ({ query: timeQuestion(context) }),
          },
        },
        opportunities: { description: 'Which step gains most.' },
      },
    },
  },
});

export type FunnelDashboardActor = ActorRefFrom<typeof funnelDashboardMachine>;
export type FunnelDashboardSnapshot = SnapshotFrom<typeof funnelDashboardMachine>;
export type ReportActor = LoaderActor<FunnelReport, ReportQuestion>;
export type OpportunitiesActor = LoaderActor<Opportunities, EntryQuestion>;
export type TrendActor = LoaderActor<FunnelTrend, TrendQuestion>;
export type TimeActor = LoaderActor<TimeToConvert, TimeQuestion>;

const unread: FunnelView = {
  slug: '',
  tab: 'steps',
  range: defaultFunnelRange,
  compare: 'none',
  compared: null,
  breakdown: null,
  filters: [],
  interval: 'day',
  fromStep: null,
  toStep: null,
  people: null,
};

const recalled = ({ query }: Context, { place }: FunnelRecalledEvent): Chosen => ({
  query,
  view: viewIn(place),
});
const queried = ({ view }: Context, { query }: { query: Query }): Chosen => ({ query, view });
const changed = ({ query, view }: Context, { change }: { change: ViewChange }): Chosen => ({
  query,
  view: { ...view, ...change },
});

function questionOf({ query, view }: Chosen): EntryQuestion {
  return {
    slug: view.slug,
    project: query.project,
    currency: query.currency,
    affiliates: query.affiliates.map(({ id }) => id),
    timezone: query.timezone,
    range: view.range,
    filters: view.filters,
  };
}

const reportQuestion = ({ query, view }: Chosen): ReportQuestion => ({
  ...questionOf({ query, view }),
  breakdown: view.breakdown,
  compare: view.compare,
  compared: view.compared,
});

const trendQuestion = ({ query, view }: Chosen): TrendQuestion => ({
  ...questionOf({ query, view }),
  interval: view.interval,
});

const timeQuestion = ({ query, view }: Chosen): TimeQuestion => ({
  ...questionOf({ query, view }),
  fromStep: view.fromStep,
  toStep: view.toStep,
});

const peopleQuestion = ({ query, view }: Chosen): PeopleQuestion | null =>
  view.people && { ...questionOf({ query, view }), breakdown: view.breakdown, ...view.people };

/** What the open tab asks; another question starts the tab anew. */
const tabQuestion = ({ query, view }: Chosen) => [
  view.tab,
  view.tab === 'trend' && view.interval,
  timeQuestion({ query, view }),
];
