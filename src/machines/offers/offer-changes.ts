import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { OfferChangeRequest, OfferChangeResult } from '#model/offer-changes.ts';
import { injected } from '../kit/injected.ts';
import type { Parent } from '../kit/parent.ts';

type Input = { parent: Parent<{ type: 'offers.changed' }> };
type Context = Input & {
  /** The changes to make, one after the other; the first is being made. */
  queue: readonly OfferChangeRequest[];
  /** The offers that the last change left as they were, each with the reason. */
  refused: OfferChangeResult['refused'];
  problem: Problem | null;
};
type Event =
  | { type: 'change.make'; change: OfferChangeRequest }
  | { type: 'refusals.dismiss' }
  | { type: 'retry' };

/**
 * Changes of one or more offers. They wait for each other in a queue, so that Undo works from a notice at any time,
 * also while another change is made.
 */
export const offerChangesMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Input;
    tags: 'busy' | 'failed';
    children: { changeOffers: 'changeOffers' };
  },
  actors: {
    changeOffers: injected<OfferChangeResult, { change: OfferChangeRequest }>('changeOffers'),
  },
  actions: {
    queueChange: assign({
      queue: ({ context }, params: { change: OfferChangeRequest }) => [
        ...context.queue,
        params.change,
      ],
    }),
    dropChange: assign({ queue: ({ context }) => context.queue.slice(1) }),
    keepRefused: assign({
      refused: (_, params: { result: OfferChangeResult }) => params.result.refused,
    }),
    forgetRefused: assign({ refused: [] }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
    clearProblem: assign({ problem: null }),
    notifyParent: ({ context }) => context.parent.send({ type: 'offers.changed' }),
    announceChange: (_, _params: { change: OfferChangeRequest; result: OfferChangeResult }) => {},
  },
  guards: {
    isQueued: ({ context }) => context.queue.length > 0,
    hasRefused: ({ context }) => context.refused.length > 0,
  },
}).createMachine({
  id: 'offerChanges',
  description: 'Changes of the status or the tags of offers.',
  context: ({ input }) => ({ ...input, queue: [], refused: [], problem: null }),
  initial: 'idle',
  on: {
    'change.make': {
      actions: { type: 'queueChange', params: ({ event }) => ({ change: event.change }) },
    },
  },
  states: {
    deciding: {
      always: [
        { guard: 'isQueued', target: 'changing' },
        { guard: 'hasRefused', target: 'refused' },
        { target: 'idle' },
      ],
    },
    idle: {
      description: 'No change is being made.',
      on: {
        'change.make': {
          target: 'deciding',
          actions: { type: 'queueChange', params: ({ event }) => ({ change: event.change }) },
        },
      },
    },
    changing: {
      description: 'The first change of the queue is being made.',
      tags: 'busy',
      entry: ['clearProblem', 'forgetRefused'],
      invoke: {
        id: 'changeOffers',
        src: 'changeOffers',
        input: ({ context }) => ({ change: firstOf(context) }),
        onDone: {
          target: 'deciding',
          actions: [
            { type: 'keepRefused', params: ({ event }) => ({ result: event.output }) },
            {
              type: 'announceChange',
              params: ({ context, event }) => ({
                change: firstOf(context),
                result: event.output,
              }),
            },
            'dropChange',
            'notifyParent',
          ],
        },
        onError: {
          target: 'failed',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    refused: {
      description: 'The server left some offers as they were; the reasons are on screen.',
      tags: 'failed',
      on: {
        'refusals.dismiss': { target: 'idle', actions: 'forgetRefused' },
        'change.make': {
          target: 'deciding',
          actions: { type: 'queueChange', params: ({ event }) => ({ change: event.change }) },
        },
      },
    },
    failed: {
      description: 'The change was not made; it can be tried again.',
      tags: 'failed',
      on: {
        retry: 'changing',
        'refusals.dismiss': { target: 'deciding', actions: ['dropChange', 'clearProblem'] },
      },
    },
  },
});

export type OfferChangesActor = ActorRefFrom<typeof offerChangesMachine>;
export type OfferChangesSnapshot = SnapshotFrom<typeof offerChangesMachine>;

function firstOf({ queue: [first] }: Context): OfferChangeRequest {
  if (first) return first;
  throw new Error('No change of offers is queued.');
}
