import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { ConversionDetail } from '#contract/conversions/schemas.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { injected, optionalListener, type RecoveryEvent } from '../kit/injected.ts';
import { correctionMachine } from './correction.ts';

type DetailRequest = { id: string; lookbackDays: number };
type Context = {
  lookbackDays: number;
  id: string | null;
  detail: ConversionDetail | null;
  problem: Problem | null;
};
type Event =
  | { type: 'conversion.open'; id: string }
  | { type: 'conversion.close' }
  | { type: 'conversion.refresh' }
  | { type: 'correction.made' }
  | { type: 'lookback.change'; lookbackDays: number }
  | { type: 'retry' }
  | { type: 'network.returned' };

/**
 * `notFound` and `failed` are two states because only `failed` can be retried; `ready.stale` differs from `failed`
 * because it keeps the detail on screen. A decision or a correction reads the detail again. Another lookback shows
 * other clicks, so it starts over from `loading`.
 */
export const conversionDetailMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: { lookbackDays: number };
    tags: 'busy' | 'open' | 'failed';
    children: {
      readConversionDetail: 'readConversionDetail';
      network: 'network';
      correction: 'correction';
    };
  },
  actors: {
    correction: correctionMachine,
    readConversionDetail: injected<ConversionDetail, DetailRequest>('readConversionDetail'),
    network: optionalListener<RecoveryEvent>(),
  },
  actions: {
    keepId: assign({ id: (_, params: { id: string }) => params.id }),
    keepLookback: assign({
      lookbackDays: (_, params: { lookbackDays: number }) => params.lookbackDays,
    }),
    clearDetail: assign({ detail: null, problem: null }),
    keepDetail: assign({
      detail: (_, params: { story: ConversionDetail }) => params.story,
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
  description: 'The detail of one conversion, read when its address is opened.',
  context: ({ input }) => ({ ...input, id: null, detail: null, problem: null }),
  invoke: { id: 'network', src: 'network' },
  initial: 'closed',
  on: {
    'conversion.open': {
      target: '.open.loading',
      actions: { type: 'keepId', params: ({ event }) => ({ id: event.id }) },
    },
  },
  states: {
    closed: {
      description: 'No conversion is open. The last id is kept to find its row again.',
      entry: 'clearDetail',
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
        'conversion.close': 'closed',
        'conversion.refresh': '.loading',
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
          description: 'The detail is loading.',
          tags: 'busy',
          entry: 'clearDetail',
          invoke: {
            id: 'readConversionDetail',
            src: 'readConversionDetail',
            input: ({ context }) => requestOf(context),
            onDone: {
              target: 'ready',
              actions: { type: 'keepDetail', params: ({ event }) => ({ story: event.output }) },
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
          description: 'The detail is on screen, and its amounts can be corrected.',
          initial: 'fresh',
          invoke: {
            id: 'correction',
            src: 'correction',
            input: ({ context, self }) => ({ ...correctionInput(context), parent: self }),
          },
          on: { 'conversion.refresh': '.refreshing', 'correction.made': '.refreshing' },
          states: {
            fresh: { description: 'The detail is up to date.' },
            refreshing: {
              description: 'The detail is being read again; the screen and open forms stay.',
              tags: 'busy',
              invoke: {
                id: 'readConversionDetail',
                src: 'readConversionDetail',
                input: ({ context }) => requestOf(context),
                onDone: {
                  target: 'fresh',
                  actions: { type: 'keepDetail', params: ({ event }) => ({ story: event.output }) },
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
              description: 'Reading again failed: the detail may be out of date.',
              tags: 'failed',
              on: { retry: 'refreshing', 'network.returned': 'refreshing' },
            },
          },
        },
        notFound: {
          description: 'The conversion does not exist, or the member may not see it.',
          entry: 'clearDetail',
        },
        failed: {
          description: 'The detail could not be loaded.',
          tags: 'failed',
          on: { retry: 'loading', 'network.returned': 'loading' },
        },
      },
    },
  },
});

export type ConversionDetailActor = ActorRefFrom<typeof conversionDetailMachine>;
export type ConversionDetailSnapshot = SnapshotFrom<typeof conversionDetailMachine>;

function requestOf({ id, lookbackDays }: Context): DetailRequest {
  if (id !== null) return { id, lookbackDays };
  throw new Error('A detail was requested without a conversion.');
}

function correctionInput({ detail }: Context): { project: number; conversion: string } {
  if (detail) return { project: detail.conversion.project_id, conversion: detail.conversion.id };
  throw new Error('A conversion was shown before it was read.');
}
