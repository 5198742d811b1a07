import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import type { HourlyRow } from '#contract/analytics/report.ts';
import {
  type ConversionView,
  emptyLogFilter,
  type LogFilter,
} from '#contract/conversions/log-filter.ts';
import type { ConversionLedger } from '#contract/conversions/schemas.ts';
import type { LogQuestion, SummaryQuestion } from '#model/conversion-log.ts';
import type { BalanceRow } from '#model/payouts.ts';
import type { Query, Question } from '#model/query.ts';
import { injectedListener } from '../kit/injected.ts';
import { loaderOf } from '../kit/loader.ts';
import type { ScreenEvent, ScreenInput } from '../kit/screen.ts';
import { conversionDecisionMachine } from './conversion-decision.ts';
import { conversionDetailMachine } from './conversion-detail.ts';
import { conversionLogMachine } from './conversion-log.ts';
import { balancesMachine, payoutsMachine, savePayoutsMachine } from './payouts.ts';
import { postbacksMachine } from './postbacks.ts';
import { reconcileMachine } from './reconcile.ts';

/** The state of the conversions screen in the address: its view or the open conversion, and the filters. */
export type ConversionsState = {
  /** Null keeps the current view. */
  view: ConversionView | null;
  filter: LogFilter;
  isEarning: boolean;
  id: string | null;
};
export type ConversionsRecalledEvent = { type: 'address.recalled'; state: ConversionsState };
type Context = {
  query: Query;
  view: ConversionView;
  filter: LogFilter;
  /** Whether the summary hides rows without revenue. */
  isEarning: boolean;
};
type Event =
  | ConversionsRecalledEvent
  | ScreenEvent
  | { type: 'filter.changed'; filter: LogFilter }
  | { type: 'earning.set'; on: boolean }
  | { type: 'list.restarted' }
  | { type: 'list.read'; rows: BalanceRow[] }
  | { type: 'decision.made' };

/**
 * Each view is a state that invokes its data, so a hidden view requests nothing. The detail runs beside the views and
 * covers the current view, which keeps its state. The decision runs beside the views as well, because it can be undone
 * from any view; it receives the query of the log whenever that changes.
 */
export const conversionsMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: ScreenInput;
    children: {
      address: 'address';
      decision: 'decision';
      detail: 'detail';
      log: 'log';
      summary: 'summary';
      ledger: 'ledger';
      balances: 'balances';
      payouts: 'payouts';
      savePayouts: 'savePayouts';
      reconcile: 'reconcile';
      postbacks: 'postbacks';
    };
  },
  actors: {
    address: injectedListener<ConversionsRecalledEvent>('address'),
    decision: conversionDecisionMachine,
    detail: conversionDetailMachine,
    log: conversionLogMachine,
    summary: loaderOf<HourlyRow[], SummaryQuestion>(),
    ledger: loaderOf<ConversionLedger, Question>(),
    balances: balancesMachine,
    payouts: payoutsMachine,
    savePayouts: savePayoutsMachine,
    reconcile: reconcileMachine,
    postbacks: postbacksMachine,
  },
  actions: {
    keepQuery: assign({ query: (_, params: { query: Query }) => params.query }),
    keepFilter: assign({ filter: (_, params: { filter: LogFilter }) => params.filter }),
    keepEarning: assign({ isEarning: (_, params: { on: boolean }) => params.on }),
    keepState: assign(
      ({ context }, { state: { view, filter, isEarning } }: { state: ConversionsState }) => ({
        view: view ?? context.view,
        filter,
        isEarning,
      }),
    ),
    openDetail: sendTo('detail', (_, { state: { id } }: { state: ConversionsState }) =>
      id === null
        ? { type: 'conversion.close' as const }
        : { type: 'conversion.open' as const, id },
    ),
    sendLookback: sendTo('detail', (_, { query }: { query: Query }) => ({
      type: 'lookback.change' as const,
      lookbackDays: query.lookbackDays,
    })),
    sendQuestion: sendTo('decision', ({ context }) => ({
      type: 'question.change' as const,
      question: logQuestion(context),
    })),
    queryLog: sendTo('log', ({ context: { query, filter } }) => ({
      type: 'query.change' as const,
      query,
      filter,
    })),
    querySummary: sendTo('summary', ({ context }) => ({
      type: 'query.change',
      query: summaryQuestion(context),
    })),
    queryLedger: sendTo('ledger', ({ context }) => ({
      type: 'query.change',
      query: questionOf(context),
    })),
    queryBalances: sendTo('balances', (_, { query }: { query: Query }) => ({
      type: 'scope.change' as const,
      scope: query,
    })),
    queryPayouts: sendTo('payouts', (_, { query }: { query: Query }) => ({
      type: 'query.change' as const,
      query,
    })),
    refreshBalances: sendTo('balances', { type: 'list.refresh' }),
    refreshPayouts: sendTo('payouts', { type: 'list.refresh' }),
    sendProject: sendTo('reconcile', (_, { query }: { query: Query }) => ({
      type: 'project.change' as const,
      project: query.project,
      timezone: query.timezone,
    })),
    queryPostbacks: sendTo('postbacks', (_, { query }: { query: Query }) => ({
      type: 'query.change' as const,
      query,
    })),
    refreshLines: sendTo('reconcile', { type: 'rows.refresh' }),
    refreshLog: sendTo('log', { type: 'list.refresh' }),
    refreshSummary: sendTo('summary', { type: 'figures.changed' }),
    refreshLedger: sendTo('ledger', { type: 'figures.changed' }),
    refreshDetail: sendTo('detail', { type: 'conversion.refresh' }),
    releaseRows: sendTo('decision', { type: 'rows.clear' }),
    rewriteAddress: () => {},
  },
  guards: {
    isLog: ({ context }) => context.view === 'log',
    isSummary: ({ context }) => context.view === 'summary',
    isPostbacks: ({ context }) => context.view === 'postbacks',
    isPayouts: ({ context }) => context.view === 'payouts',
    isReconcile: ({ context }) => context.view === 'reconcile',
    isAnotherView: ({ context }, params: { state: ConversionsState }) =>
      params.state.view !== null && params.state.view !== context.view,
  },
}).createMachine({
  id: 'conversions',
  description:
    'The conversions screen: log, summary, ledger, payouts, reconciliation and postbacks, with the detail of the open conversion.',
  context: ({ input }) => ({
    query: input.query,
    view: 'log',
    filter: emptyLogFilter,
    isEarning: true,
  }),
  invoke: [
    {
      id: 'detail',
      src: 'detail',
      input: ({ context }) => ({ lookbackDays: context.query.lookbackDays }),
    },
    {
      id: 'decision',
      src: 'decision',
      input: ({ context, self }) => ({ question: logQuestion(context), parent: self }),
    },
    { id: 'address', src: 'address' },
  ],
  initial: 'starting',
  on: {
    'decision.made': { actions: 'refreshDetail' },
    'address.recalled': {
      target: '.deciding',
      actions: [
        { type: 'keepState', params: ({ event }) => ({ state: event.state }) },
        'sendQuestion',
        { type: 'openDetail', params: ({ event }) => ({ state: event.state }) },
      ],
    },
    'query.change': {
      actions: [
        { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
        { type: 'sendLookback', params: ({ event }) => ({ query: event.query }) },
        'sendQuestion',
      ],
    },
  },
  states: {
    starting: { description: 'The address has not been read yet.' },
    deciding: {
      always: [
        { guard: 'isLog', target: 'log' },
        { guard: 'isSummary', target: 'summary' },
        { guard: 'isPayouts', target: 'payouts' },
        { guard: 'isReconcile', target: 'reconcile' },
        { guard: 'isPostbacks', target: 'postbacks' },
        { target: 'ledger' },
      ],
    },
    log: {
      description: 'Every conversion, newest first.',
      invoke: {
        id: 'log',
        src: 'log',
        input: ({ context: { query, filter }, self }) => ({
          query,
          filter,
          isLive: true,
          parent: self,
        }),
      },
      on: {
        'address.recalled': [
          {
            guard: { type: 'isAnotherView', params: ({ event }) => ({ state: event.state }) },
            target: 'deciding',
            actions: [
              { type: 'keepState', params: ({ event }) => ({ state: event.state }) },
              'sendQuestion',
              { type: 'openDetail', params: ({ event }) => ({ state: event.state }) },
            ],
          },
          {
            actions: [
              { type: 'keepState', params: ({ event }) => ({ state: event.state }) },
              'sendQuestion',
              { type: 'openDetail', params: ({ event }) => ({ state: event.state }) },
              'queryLog',
            ],
          },
        ],
        'decision.made': { actions: ['refreshLog', 'refreshDetail'] },
        'list.restarted': { actions: 'releaseRows' },
        'filter.changed': {
          actions: [
            { type: 'keepFilter', params: ({ event }) => ({ filter: event.filter }) },
            'sendQuestion',
          ],
        },
        'query.change': {
          actions: [
            { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
            { type: 'sendLookback', params: ({ event }) => ({ query: event.query }) },
            'sendQuestion',
            'queryLog',
          ],
        },
      },
    },
    summary: {
      description: 'The revenue of each affiliate by hour or by day.',
      invoke: {
        id: 'summary',
        src: 'summary',
        input: ({ context }) => ({ query: summaryQuestion(context) }),
      },
      on: {
        'address.recalled': [
          {
            guard: { type: 'isAnotherView', params: ({ event }) => ({ state: event.state }) },
            target: 'deciding',
            actions: [
              { type: 'keepState', params: ({ event }) => ({ state: event.state }) },
              'sendQuestion',
              { type: 'openDetail', params: ({ event }) => ({ state: event.state }) },
            ],
          },
          {
            actions: [
              { type: 'keepState', params: ({ event }) => ({ state: event.state }) },
              'sendQuestion',
              { type: 'openDetail', params: ({ event }) => ({ state: event.state }) },
              'querySummary',
            ],
          },
        ],
        'decision.made': { actions: ['refreshSummary', 'refreshDetail'] },
        'earning.set': {
          actions: [
            { type: 'keepEarning', params: ({ event }) => ({ on: event.on }) },
            'querySummary',
            'rewriteAddress',
          ],
        },
        'query.change': {
          actions: [
            { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
            { type: 'sendLookback', params: ({ event }) => ({ query: event.query }) },
            'sendQuestion',
            'querySummary',
          ],
        },
      },
    },
    ledger: {
      description: 'What the server and the browser recorded of the same conversions.',
      invoke: {
        id: 'ledger',
        src: 'ledger',
        input: ({ context }) => ({ query: questionOf(context) }),
      },
      on: {
        'address.recalled': [
          {
            guard: { type: 'isAnotherView', params: ({ event }) => ({ state: event.state }) },
            target: 'deciding',
            actions: [
              { type: 'keepState', params: ({ event }) => ({ state: event.state }) },
              'sendQuestion',
              { type: 'openDetail', params: ({ event }) => ({ state: event.state }) },
            ],
          },
          {
            actions: [
              { type: 'keepState', params: ({ event }) => ({ state: event.state }) },
              'sendQuestion',
              { type: 'openDetail', params: ({ event }) => ({ state: event.state }) },
            ],
          },
        ],
        'decision.made': { actions: ['refreshLedger', 'refreshDetail'] },
        'query.change': {
          actions: [
            { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
            { type: 'sendLookback', params: ({ event }) => ({ query: event.query }) },
            'sendQuestion',
            'queryLedger',
          ],
        },
      },
    },
    payouts: {
      description: 'What affiliates are owed, and what was paid to them.',
      invoke: [
        {
          id: 'balances',
          src: 'balances',
          input: ({ context, self }) => ({ scope: context.query, parent: self }),
        },
        {
          id: 'payouts',
          src: 'payouts',
          input: ({ context }) => ({ query: context.query, filter: {} }),
        },
        { id: 'savePayouts', src: 'savePayouts' },
      ],
      on: {
        'address.recalled': [
          {
            guard: { type: 'isAnotherView', params: ({ event }) => ({ state: event.state }) },
            target: 'deciding',
            actions: [
              { type: 'keepState', params: ({ event }) => ({ state: event.state }) },
              'sendQuestion',
              { type: 'openDetail', params: ({ event }) => ({ state: event.state }) },
            ],
          },
          {
            actions: [
              { type: 'keepState', params: ({ event }) => ({ state: event.state }) },
              'sendQuestion',
              { type: 'openDetail', params: ({ event }) => ({ state: event.state }) },
            ],
          },
        ],
        'list.read': { actions: 'refreshPayouts' },
        'decision.made': { actions: ['refreshBalances', 'refreshDetail'] },
        'query.change': {
          actions: [
            { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
            { type: 'sendLookback', params: ({ event }) => ({ query: event.query }) },
            'sendQuestion',
            { type: 'queryBalances', params: ({ event }) => ({ query: event.query }) },
            { type: 'queryPayouts', params: ({ event }) => ({ query: event.query }) },
          ],
        },
      },
    },
    reconcile: {
      description: "A network's or shop's file compared with the conversions.",
      invoke: {
        id: 'reconcile',
        src: 'reconcile',
        input: ({ context: { query } }) => ({
          project: query.project,
          timezone: query.timezone,
        }),
      },
      on: {
        'address.recalled': [
          {
            guard: { type: 'isAnotherView', params: ({ event }) => ({ state: event.state }) },
            target: 'deciding',
            actions: [
              { type: 'keepState', params: ({ event }) => ({ state: event.state }) },
              'sendQuestion',
              { type: 'openDetail', params: ({ event }) => ({ state: event.state }) },
            ],
          },
          {
            actions: [
              { type: 'keepState', params: ({ event }) => ({ state: event.state }) },
              'sendQuestion',
              { type: 'openDetail', params: ({ event }) => ({ state: event.state }) },
            ],
          },
        ],
        'decision.made': { actions: ['refreshLines', 'refreshDetail'] },
        'query.change': {
          actions: [
            { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
            { type: 'sendLookback', params: ({ event }) => ({ query: event.query }) },
            'sendQuestion',
            { type: 'sendProject', params: ({ event }) => ({ query: event.query }) },
          ],
        },
      },
    },
    postbacks: {
      description: 'The postbacks of networks and their results.',
      invoke: {
        id: 'postbacks',
        src: 'postbacks',
        input: ({ context }) => ({ query: context.query, filter: { result: null, search: '' } }),
      },
      on: {
        'address.recalled': [
          {
            guard: { type: 'isAnotherView', params: ({ event }) => ({ state: event.state }) },
            target: 'deciding',
            actions: [
              { type: 'keepState', params: ({ event }) => ({ state: event.state }) },
              'sendQuestion',
              { type: 'openDetail', params: ({ event }) => ({ state: event.state }) },
            ],
          },
          {
            actions: [
              { type: 'keepState', params: ({ event }) => ({ state: event.state }) },
              'sendQuestion',
              { type: 'openDetail', params: ({ event }) => ({ state: event.state }) },
            ],
          },
        ],
        'query.change': {
          actions: [
            { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
            { type: 'sendLookback', params: ({ event }) => ({ query: event.query }) },
            'sendQuestion',
            { type: 'queryPostbacks', params: ({ event }) => ({ query: event.query }) },
          ],
        },
      },
    },
  },
});

export type ConversionsActor = ActorRefFrom<typeof conversionsMachine>;
export type ConversionsSnapshot = SnapshotFrom<typeof conversionsMachine>;

const questionOf = ({ query }: Context): Question => ({ ...query, source: 'rest' });
const logQuestion = ({ query, filter }: Context): LogQuestion => ({ ...query, filter });
const summaryQuestion = (context: Context): SummaryQuestion => ({
  ...questionOf(context),
  isEarning: context.isEarning,
});
