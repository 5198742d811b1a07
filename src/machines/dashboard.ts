import { type ActorRefFrom, assign, sendTo, setup } from 'xstate';
import type { Question } from '#contract/query.ts';
import type { CcData, GraphPoint, RcData } from '#contract/report.ts';
import { breakdownMachine } from './breakdown.ts';
import { loaderOf } from './loader.ts';

type Context = { question: Question };
type Event = { type: 'query.change'; question: Question };

/**
 * The data sets of the dashboard, side by side.
 *
 * Each is an actor of its own, so one may refresh, fail or be empty while the others show figures;
 * a parallel chart of the same would multiply their states.
 */
export const dashboardMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: { question: Question };
    children: { totals: 'totals'; clicks: 'clicks'; graph: 'graph'; breakdown: 'breakdown' };
  },
  actors: {
    totals: loaderOf<RcData, Question>(),
    clicks: loaderOf<CcData, Question>(),
    graph: loaderOf<GraphPoint[], Question>(),
    breakdown: breakdownMachine,
  },
  actions: {
    keepQuestion: assign({ question: (_, params: { question: Question }) => params.question }),
    askTotals: sendTo('totals', ({ context }) => ({
      type: 'query.change',
      query: context.question,
    })),
    askClicks: sendTo('clicks', ({ context }) => ({
      type: 'query.change',
      query: context.question,
    })),
    askGraph: sendTo('graph', ({ context }) => ({ type: 'query.change', query: context.question })),
    askBreakdown: sendTo('breakdown', ({ context }) => ({
      type: 'query.change',
      question: context.question,
    })),
  },
}).createMachine({
  id: 'dashboard',
  description: 'The data sets of the dashboard: totals, clicks, graph and the conversion table.',
  context: ({ input }) => ({ question: input.question }),
  invoke: [
    { id: 'totals', src: 'totals', input: ({ context }) => ({ query: context.question }) },
    { id: 'clicks', src: 'clicks', input: ({ context }) => ({ query: context.question }) },
    { id: 'graph', src: 'graph', input: ({ context }) => ({ query: context.question }) },
    { id: 'breakdown', src: 'breakdown', input: ({ context }) => ({ question: context.question }) },
  ],
  on: {
    'query.change': {
      actions: [
        { type: 'keepQuestion', params: ({ event }) => ({ question: event.question }) },
        'askTotals',
        'askClicks',
        'askGraph',
        'askBreakdown',
      ],
    },
  },
});

export type DashboardActor = ActorRefFrom<typeof dashboardMachine>;
