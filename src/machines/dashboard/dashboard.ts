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
import type { Settings } from '#contract/settings/schemas.ts';
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

type Context = {
  question: Question;
  settings: Settings | null;
  /** What the model says of its figures; nothing until it has been read. */
  definitions: Definition[];
};
type Event = ScreenEvent | { type: 'project.silent' } | { type: 'events.arrived' };

/**
 * The data sets of the dashboard, side by side.
 *
 * Each is an actor of its own, so one may refresh, fail or be empty while the others show figures;
 * a parallel chart of the same would multiply their states. A project that never received an event has none of them.
 */
export const dashboardMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: ScreenInput;
    children: {
      filling: 'filling';
      arrivals: 'arrivals';
      totals: 'totals';
      clicks: 'clicks';
      graph: 'graph';
      annotations: 'annotations';
      breakdown: 'breakdown';
      countries: 'countries';
      states: 'states';
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
    filling: demoBackfillMachine,
    arrivals: firstEventMachine,
    totals: loaderOf<RcData, Question>(),
    clicks: loaderOf<CcData, Question>(),
    graph: loaderOf<GraphPoint[], Question>(),
    annotations: annotationsMachine,
    breakdown: breakdownMachine,
    countries: loaderOf<CountryRow[], Question>(),
    states: regionsMachine,
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
    askArrivals: sendTo('arrivals', ({ context }) => ({
      type: 'query.change',
      question: context.question,
    })),
    askTotals: sendTo('totals', ({ context }) => ({
      type: 'query.change',
      query: context.question,
    })),
    askClicks: sendTo('clicks', ({ context }) => ({
      type: 'query.change',
      query: context.question,
    })),
    askGraph: sendTo('graph', ({ context }) => ({ type: 'query.change', query: context.question })),
    askAnnotations: sendTo('annotations', ({ context }) => ({
      type: 'scope.change',
      scope: context.question,
    })),
    askBreakdown: sendTo('breakdown', ({ context }) => ({
      type: 'query.change',
      question: context.question,
    })),
    askCountries: sendTo('countries', ({ context }) => ({
      type: 'query.change',
      query: context.question,
    })),
    askStates: sendTo('states', ({ context }) => ({
      type: 'query.change',
      question: context.question,
    })),
    askRevenue: sendTo('revenue', ({ context }) => ({
      type: 'query.change',
      query: context.question,
    })),
    askMonths: sendTo('months', ({ context }) => ({
      type: 'query.change',
      query: context.question,
    })),
    askFunnel: sendTo('funnel', ({ context }) => ({
      type: 'query.change',
      query: context.question,
    })),
    askPayments: sendTo('payments', ({ context }) => ({
      type: 'query.change',
      query: context.question,
    })),
    askAllPayments: sendTo('allPayments', ({ context }) => ({
      type: 'query.change',
      query: context.question,
    })),
    askFigureRows: sendTo('figureRows', ({ context }) => ({
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
      id: 'arrivals',
      src: 'arrivals',
      input: ({ context, self }) => ({ question: context.question, parent: self }),
    },
    {
      id: 'filling',
      src: 'filling',
      input: ({ context }) => ({ isGrowing: context.settings?.filling !== undefined }),
    },
  ],
  initial: 'showing',
  states: {
    showing: {
      description: 'The data sets of the question, as far as each has come.',
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
        'project.silent': 'silent',
        'query.change': {
          actions: [
            { type: 'keepQuestion', params: ({ event }) => ({ query: event.query }) },
            'askTotals',
            'askClicks',
            'askGraph',
            'askAnnotations',
            'askBreakdown',
            'askCountries',
            'askStates',
            'askRevenue',
            'askMonths',
            'askFunnel',
            'askPayments',
            'askAllPayments',
            'askFigureRows',
            'askArrivals',
          ],
        },
      },
    },
    silent: {
      description: 'The project has never received an event: there is nothing to ask about.',
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
              'askArrivals',
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
