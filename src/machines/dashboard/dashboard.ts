import { type ActorRefFrom, assign, sendTo, setup } from 'xstate';
import { isDefaultAttribution } from '#contract/analytics/attribution.ts';
import type {
  CcData,
  CountryRow,
  Definition,
  Funnel,
  GraphPoint,
  MonthRow,
  Payment,
  RcData,
  RevenueRange,
} from '#contract/analytics/report.ts';
import type { Settings } from '#contract/installation/schemas.ts';
import type { Query, Question } from '#model/query.ts';
import { injected } from '../kit/injected.ts';
import { loaderOf } from '../kit/loader.ts';
import type { ScreenEvent, ScreenInput } from '../kit/screen.ts';
import { annotationsMachine } from './annotations.ts';
import { breakdownMachine } from './breakdown.ts';
import { demoBackfillMachine } from './demo-backfill.ts';
import { figureRowsMachine } from './figure-rows.ts';
import { firstEventMachine } from './first-event.ts';
import { regionsMachine } from './regions.ts';
import { weekdayHoursMachine } from './weekday-hours.ts';

type Context = {
  question: Question;
  settings: Settings | null;
  /** What the model says of its figures; nothing until it has been read. */
  definitions: Definition[];
};
type Event = ScreenEvent | { type: 'events.missing' } | { type: 'events.arrived' };

/**
 * Each report is an actor of its own, so that one can refresh, fail or be empty while the others show figures; one
 * chart with parallel states would multiply their states. A project without events has none of these actors.
 */
export const dashboardMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: ScreenInput;
    children: {
      demoBackfill: 'demoBackfill';
      firstEvent: 'firstEvent';
      totals: 'totals';
      clicks: 'clicks';
      graph: 'graph';
      annotations: 'annotations';
      breakdown: 'breakdown';
      countries: 'countries';
      states: 'states';
      weekdayHours: 'weekdayHours';
      revenue: 'revenue';
      months: 'months';
      funnel: 'funnel';
      payments: 'payments';
      allPayments: 'allPayments';
      figureRows: 'figureRows';
      readDefinitions: 'readDefinitions';
    };
  },
  actors: {
    demoBackfill: demoBackfillMachine,
    firstEvent: firstEventMachine,
    totals: loaderOf<RcData, Question>(),
    clicks: loaderOf<CcData, Question>(),
    graph: loaderOf<GraphPoint[], Question>(),
    annotations: annotationsMachine,
    breakdown: breakdownMachine,
    countries: loaderOf<CountryRow[], Question>(),
    states: regionsMachine,
    weekdayHours: weekdayHoursMachine,
    revenue: loaderOf<RevenueRange, Question>(),
    months: loaderOf<MonthRow[], Question>(),
    funnel: loaderOf<Funnel, Question>(),
    payments: loaderOf<Payment[], Question>(),
    allPayments: loaderOf<Payment[], Question>(),
    figureRows: figureRowsMachine,
    readDefinitions: injected<Definition[], void>('readDefinitions'),
  },
  actions: {
    keepQuestion: assign({
      question: ({ context }, params: { query: Query }) =>
        questionOf(params.query, context.settings),
    }),
    keepDefinitions: assign({
      definitions: (_, params: { definitions: Definition[] }) => params.definitions,
    }),
    queryFirstEvent: sendTo('firstEvent', ({ context }) => ({
      type: 'query.change',
      question: context.question,
    })),
    queryTotals: sendTo('totals', ({ context }) => ({
      type: 'query.change',
      query: context.question,
    })),
    queryClicks: sendTo('clicks', ({ context }) => ({
      type: 'query.change',
      query: context.question,
    })),
    queryGraph: sendTo('graph', ({ context }) => ({
      type: 'query.change',
      query: context.question,
    })),
    queryAnnotations: sendTo('annotations', ({ context }) => ({
      type: 'scope.change',
      scope: context.question,
    })),
    queryBreakdown: sendTo('breakdown', ({ context }) => ({
      type: 'query.change',
      question: context.question,
    })),
    queryCountries: sendTo('countries', ({ context }) => ({
      type: 'query.change',
      query: context.question,
    })),
    queryRegions: sendTo('states', ({ context }) => ({
      type: 'query.change',
      question: context.question,
    })),
    queryWeekdayHours: sendTo('weekdayHours', ({ context }) => ({
      type: 'query.change',
      question: context.question,
    })),
    queryRevenue: sendTo('revenue', ({ context }) => ({
      type: 'query.change',
      query: context.question,
    })),
    queryMonths: sendTo('months', ({ context }) => ({
      type: 'query.change',
      query: context.question,
    })),
    queryFunnel: sendTo('funnel', ({ context }) => ({
      type: 'query.change',
      query: context.question,
    })),
    queryPayments: sendTo('payments', ({ context }) => ({
      type: 'query.change',
      query: context.question,
    })),
    queryAllPayments: sendTo('allPayments', ({ context }) => ({
      type: 'query.change',
      query: context.question,
    })),
    queryFigureRows: sendTo('figureRows', ({ context }) => ({
      type: 'query.change',
      question: context.question,
    })),
  },
  guards: {
    isAnotherProject: ({ context }, params: { query: Query }) =>
      context.question.project !== params.query.project,
  },
}).createMachine({
  id: 'dashboard',
  description: 'The data sets of the dashboard, each with its own running state.',
  context: ({ input: { query, settings } }) => ({
    question: questionOf(query, settings),
    settings,
    definitions: [],
  }),
  invoke: [
    {
      id: 'firstEvent',
      src: 'firstEvent',
      input: ({ context, self }) => ({ question: context.question, parent: self }),
    },
    {
      id: 'demoBackfill',
      src: 'demoBackfill',
      input: ({ context }) => ({ isGrowing: context.settings?.filling !== undefined }),
    },
  ],
  initial: 'showing',
  states: {
    showing: {
      description: 'The reports of the current question.',
      invoke: [
        { id: 'totals', src: 'totals', input: ({ context }) => ({ query: context.question }) },
        { id: 'clicks', src: 'clicks', input: ({ context }) => ({ query: context.question }) },
        { id: 'graph', src: 'graph', input: ({ context }) => ({ query: context.question }) },
        {
          id: 'annotations',
          src: 'annotations',
          input: ({ context }) => ({ scope: context.question }),
        },
        {
          id: 'breakdown',
          src: 'breakdown',
          input: ({ context }) => ({ question: context.question }),
        },
        {
          id: 'countries',
          src: 'countries',
          input: ({ context }) => ({ query: context.question }),
        },
        { id: 'states', src: 'states', input: ({ context }) => ({ question: context.question }) },
        {
          id: 'weekdayHours',
          src: 'weekdayHours',
          input: ({ context }) => ({ question: context.question }),
        },
        { id: 'revenue', src: 'revenue', input: ({ context }) => ({ query: context.question }) },
        { id: 'months', src: 'months', input: ({ context }) => ({ query: context.question }) },
        { id: 'funnel', src: 'funnel', input: ({ context }) => ({ query: context.question }) },
        { id: 'payments', src: 'payments', input: ({ context }) => ({ query: context.question }) },
        {
          id: 'allPayments',
          src: 'allPayments',
          input: ({ context }) => ({ query: context.question }),
        },
        {
          id: 'figureRows',
          src: 'figureRows',
          input: ({ context }) => ({ question: context.question }),
        },
        {
          id: 'readDefinitions',
          src: 'readDefinitions',
          onDone: {
            actions: {
              type: 'keepDefinitions',
              params: ({ event }) => ({ definitions: event.output }),
            },
          },
          onError: { actions: { type: 'keepDefinitions', params: { definitions: [] } } },
        },
      ],
      on: {
        'events.missing': 'waitingForEvents',
        'query.change': {
          actions: [
            { type: 'keepQuestion', params: ({ event }) => ({ query: event.query }) },
            'queryTotals',
            'queryClicks',
            'queryGraph',
            'queryAnnotations',
            'queryBreakdown',
            'queryCountries',
            'queryRegions',
            'queryWeekdayHours',
            'queryRevenue',
            'queryMonths',
            'queryFunnel',
            'queryPayments',
            'queryAllPayments',
            'queryFigureRows',
            'queryFirstEvent',
          ],
        },
      },
    },
    waitingForEvents: {
      description: 'The project has never received an event, so there are no reports.',
      on: {
        'events.arrived': 'showing',
        'query.change': [
          {
            guard: {
              type: 'isAnotherProject',
              params: ({ event }) => ({ query: event.query }),
            },
            target: 'showing',
            actions: [
              { type: 'keepQuestion', params: ({ event }) => ({ query: event.query }) },
              'queryFirstEvent',
            ],
          },
          {
            actions: {
              type: 'keepQuestion',
              params: ({ event }) => ({ query: event.query }),
            },
          },
        ],
      },
    },
  },
});

export type DashboardActor = ActorRefFrom<typeof dashboardMachine>;

/** The analytics endpoint answers the default view only, where the installation says so; not knowing counts as no. */
const questionOf = (query: Query, settings: Settings | null): Question => ({
  ...query,
  source: settings?.use_cube && isDefaultAttribution(query) ? 'cube' : 'rest',
});
