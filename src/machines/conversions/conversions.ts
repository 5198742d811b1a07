import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import type { HourlyRow } from '#contract/analytics/report.ts';
import {
  type ConversionView,
  emptyLogFilter,
  type LogFilter,
} from '#contract/conversions/log-filter.ts';
import type { ConversionLedger } from '#contract/conversions/schemas.ts';
import type { LogQuestion, SummaryQuestion } from '#model/conversion-log.ts';
import type { Query, Question } from '#model/query.ts';
import { injectedListener } from '../kit/injected.ts';
import { loaderOf } from '../kit/loader.ts';
import type { ScreenEvent, ScreenInput } from '../kit/screen.ts';
import { conversionDecisionMachine } from './conversion-decision.ts';
import { conversionDetailMachine } from './conversion-detail.ts';
import { conversionLogMachine } from './conversion-log.ts';
import { postbacksMachine } from './postbacks.ts';
import { reconcileMachine } from './reconcile.ts';

/** What the address asks for: a view or the conversion that opens over it, and what narrows it. */
export type ConversionsAsked = {
  /** Null leaves the view that is there. */
  view: ConversionView | null;
  filter: LogFilter;
  isEarning: boolean;
  id: string | null;
};
export type ConversionsRecalled = { type: 'address.recalled'; asked: ConversionsAsked };
type Context = {
  query: Query;
  view: ConversionView;
  filter: LogFilter;
  /** Whether the summary leaves out what earned nothing. */
  isEarning: boolean;
};
type Event =
  | ConversionsRecalled
  | ScreenEvent
  | { type: 'filter.changed'; filter: LogFilter }
  | { type: 'earning.set'; on: boolean }
  | { type: 'list.restarted' }
  | { type: 'decision.made' };

/**
 * The screen of conversions: its log, its summary, its ledger, a file to reconcile or what
 * networks reported, and the story of the one that is open.
 *
 * Each view is a state that invokes its data, so what nobody sees asks for nothing. The story is an actor beside them:
 * the view that was on screen lies behind it as it was, and so is a decision, which can be undone from anywhere on the
 * screen and is told what the log asks for, in whichever view that changes.
 */
export const conversionsMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: ScreenInput;
    children: {
      address: 'address';
      decision: 'decision';
      story: 'story';
      log: 'log';
      summary: 'summary';
      ledger: 'ledger';
      reconcile: 'reconcile';
      postbacks: 'postbacks';
    };
  },
  actors: {
    address: injectedListener<ConversionsRecalled>('address'),
    decision: conversionDecisionMachine,
    story: conversionDetailMachine,
    log: conversionLogMachine,
    summary: loaderOf<HourlyRow[], SummaryQuestion>(),
    ledger: loaderOf<ConversionLedger, Question>(),
    reconcile: reconcileMachine,
    postbacks: postbacksMachine,
  },
  actions: {
    keepQuery: assign({ query: (_, params: { query: Query }) => params.query }),
    keepFilter: assign({ filter: (_, params: { filter: LogFilter }) => params.filter }),
    keepEarning: assign({ isEarning: (_, params: { on: boolean }) => params.on }),
    keepAsked: assign(
      ({ context }, { asked: { view, filter, isEarning } }: { asked: ConversionsAsked }) => ({
        view: view ?? context.view,
        filter,
        isEarning,
      }),
    ),
    tellStory: sendTo('story', (_, { asked: { id } }: { asked: ConversionsAsked }) =>
      id === null ? { type: 'story.close' as const } : { type: 'story.open' as const, id },
    ),
    tellLookback: sendTo('story', (_, { query }: { query: Query }) => ({
      type: 'lookback.change' as const,
      lookbackDays: query.lookbackDays,
    })),
    tellQuestion: sendTo('decision', ({ context }) => ({
      type: 'question.change' as const,
      question: logQuestion(context),
    })),
    askLog: sendTo('log', ({ context: { query, filter } }) => ({
      type: 'query.change' as const,
      query,
      filter,
    })),
    askSummary: sendTo('summary', ({ context }) => ({
      type: 'query.change',
      query: summaryQuestion(context),
    })),
    askLedger: sendTo('ledger', ({ context }) => ({
      type: 'query.change',
      query: questionOf(context),
    })),
    tellProject: sendTo('reconcile', (_, { query }: { query: Query }) => ({
      type: 'project.change' as const,
      project: query.project,
    })),
    askPostbacks: sendTo('postbacks', (_, { query }: { query: Query }) => ({
      type: 'query.change' as const,
      query,
    })),
    refreshLines: sendTo('reconcile', { type: 'rows.refresh' }),
    refreshLog: sendTo('log', { type: 'list.refresh' }),
    refreshSummary: sendTo('summary', { type: 'figures.changed' }),
    refreshLedger: sendTo('ledger', { type: 'figures.changed' }),
    refreshStory: sendTo('story', { type: 'story.refresh' }),
    releaseRows: sendTo('decision', { type: 'rows.release' }),
    rewriteAddress: () => {},
  },
  guards: {
    isLog: ({ context }) => context.view === 'log',
    isSummary: ({ context }) => context.view === 'summary',
    isPostbacks: ({ context }) => context.view === 'postbacks',
    isReconcile: ({ context }) => context.view === 'reconcile',
    isAnotherView: ({ context }, params: { asked: ConversionsAsked }) =>
      params.asked.view !== null && params.asked.view !== context.view,
  },
}).createMachine({
  id: 'conversions',
  description: 'The conversions of the selection.',
  context: ({ input }) => ({
    query: input.query,
    view: 'log',
    filter: emptyLogFilter,
    isEarning: true,
  }),
  invoke: [
    {
      id: 'story',
      src: 'story',
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
    'decision.made': { actions: 'refreshStory' },
    'address.recalled': {
      target: '.deciding',
      actions: [
        { type: 'keepAsked', params: ({ event }) => ({ asked: event.asked }) },
        'tellQuestion',
        { type: 'tellStory', params: ({ event }) => ({ asked: event.asked }) },
      ],
    },
    'query.change': {
      actions: [
        { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
        { type: 'tellLookback', params: ({ event }) => ({ query: event.query }) },
        'tellQuestion',
      ],
    },
  },
  states: {
    starting: { description: 'The address has not said yet what to show.' },
    deciding: {
      always: [
        { guard: 'isLog', target: 'log' },
        { guard: 'isSummary', target: 'summary' },
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
            guard: { type: 'isAnotherView', params: ({ event }) => ({ asked: event.asked }) },
            target: 'deciding',
            actions: [
              { type: 'keepAsked', params: ({ event }) => ({ asked: event.asked }) },
              'tellQuestion',
              { type: 'tellStory', params: ({ event }) => ({ asked: event.asked }) },
            ],
          },
          {
            actions: [
              { type: 'keepAsked', params: ({ event }) => ({ asked: event.asked }) },
              'tellQuestion',
              { type: 'tellStory', params: ({ event }) => ({ asked: event.asked }) },
              'askLog',
            ],
          },
        ],
        'decision.made': { actions: ['refreshLog', 'refreshStory'] },
        'list.restarted': { actions: 'releaseRows' },
        'filter.changed': {
          actions: [
            { type: 'keepFilter', params: ({ event }) => ({ filter: event.filter }) },
            'tellQuestion',
          ],
        },
        'query.change': {
          actions: [
            { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
            { type: 'tellLookback', params: ({ event }) => ({ query: event.query }) },
            'tellQuestion',
            'askLog',
          ],
        },
      },
    },
    summary: {
      description: 'What each affiliate earned by hour or by day.',
      invoke: {
        id: 'summary',
        src: 'summary',
        input: ({ context }) => ({ query: summaryQuestion(context) }),
      },
      on: {
        'address.recalled': [
          {
            guard: { type: 'isAnotherView', params: ({ event }) => ({ asked: event.asked }) },
            target: 'deciding',
            actions: [
              { type: 'keepAsked', params: ({ event }) => ({ asked: event.asked }) },
              'tellQuestion',
              { type: 'tellStory', params: ({ event }) => ({ asked: event.asked }) },
            ],
          },
          {
            actions: [
              { type: 'keepAsked', params: ({ event }) => ({ asked: event.asked }) },
              'tellQuestion',
              { type: 'tellStory', params: ({ event }) => ({ asked: event.asked }) },
              'askSummary',
            ],
          },
        ],
        'decision.made': { actions: ['refreshSummary', 'refreshStory'] },
        'earning.set': {
          actions: [
            { type: 'keepEarning', params: ({ event }) => ({ on: event.on }) },
            'askSummary',
            'rewriteAddress',
          ],
        },
        'query.change': {
          actions: [
            { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
            { type: 'tellLookback', params: ({ event }) => ({ query: event.query }) },
            'tellQuestion',
            'askSummary',
          ],
        },
      },
    },
    ledger: {
      description: 'What server and browser saw of the same conversions.',
      invoke: {
        id: 'ledger',
        src: 'ledger',
        input: ({ context }) => ({ query: questionOf(context) }),
      },
      on: {
        'address.recalled': [
          {
            guard: { type: 'isAnotherView', params: ({ event }) => ({ asked: event.asked }) },
            target: 'deciding',
            actions: [
              { type: 'keepAsked', params: ({ event }) => ({ asked: event.asked }) },
              'tellQuestion',
              { type: 'tellStory', params: ({ event }) => ({ asked: event.asked }) },
            ],
          },
          {
            actions: [
              { type: 'keepAsked', params: ({ event }) => ({ asked: event.asked }) },
              'tellQuestion',
              { type: 'tellStory', params: ({ event }) => ({ asked: event.asked }) },
            ],
          },
        ],
        'decision.made': { actions: ['refreshLedger', 'refreshStory'] },
        'query.change': {
          actions: [
            { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
            { type: 'tellLookback', params: ({ event }) => ({ query: event.query }) },
            'tellQuestion',
            'askLedger',
          ],
        },
      },
    },
    reconcile: {
      description: 'What a network or shop says of conversions, beside what is here.',
      invoke: {
        id: 'reconcile',
        src: 'reconcile',
        input: ({ context }) => ({ project: context.query.project }),
      },
      on: {
        'address.recalled': [
          {
            guard: { type: 'isAnotherView', params: ({ event }) => ({ asked: event.asked }) },
            target: 'deciding',
            actions: [
              { type: 'keepAsked', params: ({ event }) => ({ asked: event.asked }) },
              'tellQuestion',
              { type: 'tellStory', params: ({ event }) => ({ asked: event.asked }) },
            ],
          },
          {
            actions: [
              { type: 'keepAsked', params: ({ event }) => ({ asked: event.asked }) },
              'tellQuestion',
              { type: 'tellStory', params: ({ event }) => ({ asked: event.asked }) },
            ],
          },
        ],
        'decision.made': { actions: ['refreshLines', 'refreshStory'] },
        'query.change': {
          actions: [
            { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
            { type: 'tellLookback', params: ({ event }) => ({ query: event.query }) },
            'tellQuestion',
            { type: 'tellProject', params: ({ event }) => ({ query: event.query }) },
          ],
        },
      },
    },
    postbacks: {
      description: 'What networks reported, and what became of each.',
      invoke: {
        id: 'postbacks',
        src: 'postbacks',
        input: ({ context }) => ({ query: context.query, filter: { result: null, search: '' } }),
      },
      on: {
        'address.recalled': [
          {
            guard: { type: 'isAnotherView', params: ({ event }) => ({ asked: event.asked }) },
            target: 'deciding',
            actions: [
              { type: 'keepAsked', params: ({ event }) => ({ asked: event.asked }) },
              'tellQuestion',
              { type: 'tellStory', params: ({ event }) => ({ asked: event.asked }) },
            ],
          },
          {
            actions: [
              { type: 'keepAsked', params: ({ event }) => ({ asked: event.asked }) },
              'tellQuestion',
              { type: 'tellStory', params: ({ event }) => ({ asked: event.asked }) },
            ],
          },
        ],
        'query.change': {
          actions: [
            { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
            { type: 'tellLookback', params: ({ event }) => ({ query: event.query }) },
            'tellQuestion',
            { type: 'askPostbacks', params: ({ event }) => ({ query: event.query }) },
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
