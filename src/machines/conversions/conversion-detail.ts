import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { ConversionDetail } from '#contract/conversions/schemas.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { injected, optionalListener, type Recovery } from '../kit/injected.ts';
import { correctionMachine } from './correction.ts';

type Asked = { id: string; lookbackDays: number };
type Context = {
  lookbackDays: number;
  id: string | null;
  story: ConversionDetail | null;
  problem: Problem | null;
};
type Event =
  | { type: 'story.open'; id: string }
  | { type: 'story.close' }
  | { type: 'story.refresh' }
  | { type: 'correction.made' }
  | { type: 'lookback.change'; lookbackDays: number }
  | { type: 'retry' }
  | { type: 'network.returned' };

/**
 * One conversion's story, read when its address is opened.
 *
 * `notFound` and `failed` are two states because only the second can be tried again, `failed` and `ready.stale` because
 * the second takes nothing off the screen. A decision and a correction have it read again where it stands; how far back
 * its clicks lie is the report's lookback, so another one starts over.
 */
export const conversionDetailMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: { lookbackDays: number };
    tags: 'busy' | 'open' | 'failed';
    children: { readStory: 'readStory'; network: 'network'; correction: 'correction' };
  },
  actors: {
    correction: correctionMachine,
    readStory: injected<ConversionDetail, Asked>('readStory'),
    network: optionalListener<Recovery>(),
  },
  actions: {
    keepId: assign({ id: (_, params: { id: string }) => params.id }),
    keepLookback: assign({
      lookbackDays: (_, params: { lookbackDays: number }) => params.lookbackDays,
    }),
    clearStory: assign({ story: null, problem: null }),
    keepStory: assign({
      story: (_, params: { story: ConversionDetail }) => params.story,
      problem: null,
    }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
  },
  guards: {
    isMissing: (_, params: { error: unknown }) => problemFrom(params.error).kind === 'missing',
    isAnotherLookback: ({ context }, params: { lookbackDays: number }) =>
      context.lookbackDays !== params.lookbackDays,
  },
}).createMachine({
  id: 'conversionDetail',
  description: 'The story of the conversion that is open.',
  context: ({ input }) => ({ ...input, id: null, story: null, problem: null }),
  invoke: { id: 'network', src: 'network' },
  initial: 'closed',
  on: {
    'story.open': {
      target: '.open.loading',
      actions: { type: 'keepId', params: ({ event }) => ({ id: event.id }) },
    },
  },
  states: {
    closed: {
      description:
        'No conversion is open. Which one was last is kept, so that its row is found again.',
      entry: 'clearStory',
      on: {
        'lookback.change': {
          actions: {
            type: 'keepLookback',
            params: ({ event }) => ({ lookbackDays: event.lookbackDays }),
          },
        },
      },
    },
    open: {
      description: 'A conversion is open.',
      tags: 'open',
      initial: 'loading',
      on: {
        'story.close': 'closed',
        'story.refresh': '.loading',
        'lookback.change': {
          guard: {
            type: 'isAnotherLookback',
            params: ({ event }) => ({ lookbackDays: event.lookbackDays }),
          },
          target: '.loading',
          actions: {
            type: 'keepLookback',
            params: ({ event }) => ({ lookbackDays: event.lookbackDays }),
          },
        },
      },
      states: {
        loading: {
          description: 'Its story is on its way; there is nothing to show yet.',
          tags: 'busy',
          entry: 'clearStory',
          invoke: {
            id: 'readStory',
            src: 'readStory',
            input: ({ context }) => askedOf(context),
            onDone: {
              target: 'ready',
              actions: { type: 'keepStory', params: ({ event }) => ({ story: event.output }) },
            },
            onError: [
              {
                guard: { type: 'isMissing', params: ({ event }) => ({ error: event.error }) },
                target: 'notFound',
              },
              {
                target: 'failed',
                actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
              },
            ],
          },
        },
        ready: {
          description: 'All of it is on screen, and its money can be corrected.',
          initial: 'fresh',
          invoke: {
            id: 'correction',
            src: 'correction',
            input: ({ context, self }) => ({ ...correctedOf(context), parent: self }),
          },
          on: { 'story.refresh': '.refreshing', 'correction.made': '.refreshing' },
          states: {
            fresh: { description: 'It is what was read last.' },
            refreshing: {
              description: 'It is being read again; what is on screen, and being written, stays.',
              tags: 'busy',
              invoke: {
                id: 'readStory',
                src: 'readStory',
                input: ({ context }) => askedOf(context),
                onDone: {
                  target: 'fresh',
                  actions: { type: 'keepStory', params: ({ event }) => ({ story: event.output }) },
                },
                onError: [
                  {
                    guard: { type: 'isMissing', params: ({ event }) => ({ error: event.error }) },
                    target: '#conversionDetail.open.notFound',
                  },
                  {
                    target: 'stale',
                    actions: {
                      type: 'keepProblem',
                      params: ({ event }) => ({ error: event.error }),
                    },
                  },
                ],
              },
            },
            stale: {
              description: 'It could not be read again: something has changed since.',
              tags: 'failed',
              on: { retry: 'refreshing', 'network.returned': 'refreshing' },
            },
          },
        },
        notFound: {
          description: 'There is no such conversion, or it is not theirs to see.',
          entry: 'clearStory',
        },
        failed: {
          description: 'The story could not be read.',
          tags: 'failed',
          on: { retry: 'loading', 'network.returned': 'loading' },
        },
      },
    },
  },
});

export type ConversionDetailActor = ActorRefFrom<typeof conversionDetailMachine>;
export type ConversionDetailSnapshot = SnapshotFrom<typeof conversionDetailMachine>;

function askedOf({ id, lookbackDays }: Context): Asked {
  if (id !== null) return { id, lookbackDays };
  throw new Error('A story was asked for without a conversion.');
}

function correctedOf({ story }: Context): { project: number; conversion: string } {
  if (story) return { project: story.conversion.project_id, conversion: story.conversion.id };
  throw new Error('A story was shown that was not read.');
}
