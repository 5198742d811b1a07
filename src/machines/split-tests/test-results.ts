import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import {
  type ResultsRow,
  readingOf,
  type TestReading,
  type TestScope,
} from '#model/split-test-detail.ts';
import { latestResultsMachine, testSeriesMachine } from './split-test-parts.ts';

type Context = {
  scope: TestScope;
  /** What was last read; it stays when it cannot be read again. */
  row: ResultsRow | null;
};
type Event = { type: 'list.read'; rows: ResultsRow[] } | { type: 'results.refresh' };

/**
 * What is known about a started test: how its latest snapshot is to be read is a state of its own, because each reading
 * shows and hides other figures. A child reads the snapshot and keeps the earlier one when that fails.
 */
export const testResultsMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: { scope: TestScope };
    children: { latest: 'latest'; series: 'series' };
  },
  actors: { latest: latestResultsMachine, series: testSeriesMachine },
  actions: {
    keepRow: assign({ row: (_, params: { rows: ResultsRow[] }) => params.rows[0] ?? null }),
    refreshLatest: sendTo('latest', { type: 'list.refresh' }),
    refreshSeries: sendTo('series', { type: 'figures.changed' }),
  },
  guards: {
    isUnseen: (_, { rows: [row] }: { rows: ResultsRow[] }) => !row?.results,
    isReading: ({ context: { row } }, params: { reading: TestReading }) =>
      row?.results ? readingOf(row.results) === params.reading : false,
  },
}).createMachine({
  id: 'testResults',
  description: 'What is known about a started split test.',
  context: ({ input }) => ({ scope: input.scope, row: null }),
  invoke: {
    id: 'latest',
    src: 'latest',
    input: ({ context, self }) => ({ scope: context.scope, parent: self }),
  },
  initial: 'waiting',
  on: {
    'results.refresh': { actions: 'refreshLatest' },
    'list.read': [
      {
        guard: { type: 'isUnseen', params: ({ event }) => ({ rows: event.rows }) },
        target: '.unseen',
        actions: { type: 'keepRow', params: ({ event }) => ({ rows: event.rows }) },
      },
      {
        target: '.seen',
        actions: { type: 'keepRow', params: ({ event }) => ({ rows: event.rows }) },
      },
    ],
  },
  states: {
    waiting: { description: 'Nothing has been read yet, or it could not be read.' },
    unseen: {
      description: 'There is no snapshot yet: a checklist says what to look at.',
    },
    seen: {
      description: 'There is a snapshot.',
      initial: 'deciding',
      invoke: {
        id: 'series',
        src: 'series',
        input: ({ context }) => ({ query: context.scope }),
      },
      on: {
        'list.read': [
          {
            guard: { type: 'isUnseen', params: ({ event }) => ({ rows: event.rows }) },
            target: '#testResults.unseen',
            actions: { type: 'keepRow', params: ({ event }) => ({ rows: event.rows }) },
          },
          {
            target: '.deciding',
            actions: [
              { type: 'keepRow', params: ({ event }) => ({ rows: event.rows }) },
              'refreshSeries',
            ],
          },
        ],
      },
      states: {
        deciding: {
          always: [
            {
              guard: { type: 'isReading', params: { reading: 'unhealthy' } },
              target: 'unhealthy',
            },
            {
              guard: { type: 'isReading', params: { reading: 'ready' } },
              target: 'ready',
            },
            {
              guard: { type: 'isReading', params: { reading: 'insufficient' } },
              target: 'insufficient',
            },
            {
              guard: { type: 'isReading', params: { reading: 'immature' } },
              target: 'immature',
            },
            { target: 'collecting' },
          ],
        },
        unhealthy: { description: 'The split or the goal is broken, so no figure can be trusted.' },
        ready: { description: 'The gate says what to decide.' },
        insufficient: {
          description: 'Too few conversions to read anything from; chances are hidden.',
        },
        immature: {
          description: 'Too many units may still convert, so that the figures are not final.',
        },
        collecting: { description: 'The figures are final, and more are needed.' },
      },
    },
  },
});

export type TestResultsActor = ActorRefFrom<typeof testResultsMachine>;
export type TestResultsSnapshot = SnapshotFrom<typeof testResultsMachine>;
