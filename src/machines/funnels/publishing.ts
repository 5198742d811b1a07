import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import type { FunnelPreviewAnswer } from '#contract/funnels/discovery.ts';
import type { Funnel } from '#contract/funnels/schemas.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { FunnelScope } from '#model/funnel-overview.ts';
import { injected } from '../kit/injected.ts';
import type { Parent } from '../kit/parent.ts';

type FunnelPublished = { type: 'funnel.published'; funnel: Funnel };
type Context = {
  parent: Parent<FunnelPublished>;
  funnel: Funnel | null;
  /** What the draft would have counted lately beside the published definition; null where that is not known. */
  effect: FunnelPreviewAnswer | null;
  problem: Problem | null;
};
type Event =
  | { type: 'publish.ask'; funnel: Funnel }
  | { type: 'publish.confirm' }
  | { type: 'publish.cancel' };

/**
 * Publishing a draft: what it does to the figures of the last days, the question, and the request.
 *
 * Figures that cannot be read do not stand in the way.
 */
export const publishingMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: { parent: Parent<FunnelPublished> };
    tags: 'busy' | 'failed' | 'asking';
    children: { measureEffect: 'measureEffect'; publishFunnel: 'publishFunnel' };
  },
  actors: {
    measureEffect: injected<FunnelPreviewAnswer, { funnel: Funnel }>('measureEffect'),
    publishFunnel: injected<Funnel, { funnel: FunnelScope & { version: number } }>('publishFunnel'),
  },
  actions: {
    keepFunnel: assign({
      funnel: (_, params: { funnel: Funnel }) => params.funnel,
      effect: null,
      problem: null,
    }),
    keepEffect: assign({ effect: (_, params: { effect: FunnelPreviewAnswer }) => params.effect }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
    clearProblem: assign({ problem: null }),
    notifyParent: sendTo(
      ({ context }) => context.parent,
      (_, { funnel }: { funnel: Funnel }) => ({ type: 'funnel.published' as const, funnel }),
    ),
    showPublished: (_, _params: { funnel: Funnel }) => {},
  },
}).createMachine({
  id: 'publishing',
  description: 'Publishing the draft of a funnel, with what it does to the figures.',
  context: ({ input }) => ({ parent: input.parent, funnel: null, effect: null, problem: null }),
  initial: 'closed',
  states: {
    closed: {
      description: 'Nobody publishes.',
      on: {
        'publish.ask': {
          target: 'measuring',
          actions: { type: 'keepFunnel', params: ({ event }) => ({ funnel: event.funnel }) },
        },
      },
    },
    measuring: {
      description: 'The dialog is open; what the draft does to the figures is being read.',
      tags: ['busy', 'asking'],
      on: { 'publish.cancel': 'closed' },
      invoke: {
        id: 'measureEffect',
        src: 'measureEffect',
        input: ({ context }) => ({ funnel: funnelOf(context) }),
        onDone: {
          target: 'confirming',
          actions: { type: 'keepEffect', params: ({ event }) => ({ effect: event.output }) },
        },
        onError: 'confirming',
      },
    },
    confirming: {
      description: 'The dialog asks whether to publish.',
      tags: 'asking',
      on: { 'publish.confirm': 'sending', 'publish.cancel': 'closed' },
    },
    sending: {
      description: 'The draft is being published.',
      tags: ['busy', 'asking'],
      entry: 'clearProblem',
      invoke: {
        id: 'publishFunnel',
        src: 'publishFunnel',
        input: ({ context }) => ({ funnel: funnelOf(context) }),
        onDone: {
          target: 'closed',
          actions: [
            { type: 'notifyParent', params: ({ event }) => ({ funnel: event.output }) },
            { type: 'showPublished', params: ({ event }) => ({ funnel: event.output }) },
          ],
        },
        onError: {
          target: 'refused',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
    refused: {
      description: 'The draft was not published; the dialog shows the reason.',
      tags: ['failed', 'asking'],
      on: { 'publish.confirm': 'sending', 'publish.cancel': 'closed' },
    },
  },
});

export type PublishingActor = ActorRefFrom<typeof publishingMachine>;
export type PublishingSnapshot = SnapshotFrom<typeof publishingMachine>;

function funnelOf({ funnel }: Context): Funnel {
  if (funnel) return funnel;
  throw new Error('A funnel was published before it was named.');
}
