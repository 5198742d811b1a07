import { type ActorRefFrom, assign, sendTo, setup } from 'xstate';
import type { FirstEvents, Question } from '#model/query.ts';
import { injected } from '../kit/injected.ts';
import type { Parent } from '../kit/parent.ts';

type Report = { type: 'project.silent' } | { type: 'events.arrived' };
type Input = { question: Question; parent: Parent<Report> };
type Context = Input & {
  /** What has arrived, as last counted; nothing before the first count. */
  arrivals: FirstEvents | null;
};
type Event = { type: 'query.change'; question: Question };

/**
 * Whether a project has ever received an event, and, while it has not, when the first one comes.
 *
 * Only a project without any is counted again and again; a failure says nothing about events.
 */
export const firstEventMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Input;
    children: { readHistory: 'readHistory'; readArrivals: 'readArrivals' };
  },
  actors: {
    readHistory: injected<boolean, { question: Question }>('readHistory'),
    readArrivals: injected<FirstEvents, { question: Question }>('readArrivals'),
  },
  actions: {
    keepQuestion: assign({
      question: (_, params: { question: Question }) => params.question,
      arrivals: null,
    }),
    keepArrivals: assign({ arrivals: (_, params: { arrivals: FirstEvents }) => params.arrivals }),
    tellSilent: sendTo(({ context }) => context.parent, { type: 'project.silent' }),
    tellArrived: sendTo(({ context }) => context.parent, { type: 'events.arrived' }),
  },
  guards: {
    isAnotherProject: ({ context }, params: { question: Question }) =>
      context.question.project !== params.question.project,
    hasHistory: (_, params: { known: boolean }) => params.known,
    hasArrived: (_, params: { arrivals: FirstEvents }) => params.arrivals.received > 0,
  },
  delays: { figuresFirst: 500, countAgainAfter: 3_000 },
}).createMachine({
  id: 'firstEvent',
  description: 'Whether a project has ever received an event.',
  context: ({ input }) => ({ ...input, arrivals: null }),
  initial: 'resting',
  on: {
    'query.change': {
      guard: { type: 'isAnotherProject', params: ({ event }) => ({ question: event.question }) },
      target: '.resting',
      reenter: true,
      actions: { type: 'keepQuestion', params: ({ event }) => ({ question: event.question }) },
    },
  },
  states: {
    resting: {
      description: 'The figures are asked for first; most projects have some.',
      after: { figuresFirst: 'asking' },
    },
    asking: {
      description: 'It is being asked whether any event has ever come.',
      invoke: {
        id: 'readHistory',
        src: 'readHistory',
        input: ({ context }) => ({ question: context.question }),
        onDone: [
          {
            guard: { type: 'hasHistory', params: ({ event }) => ({ known: event.output }) },
            target: 'receiving',
          },
          { target: 'counting', actions: 'tellSilent' },
        ],
        onError: 'receiving',
      },
    },
    counting: {
      description: 'It is being asked whether the first event has come by now.',
      invoke: {
        id: 'readArrivals',
        src: 'readArrivals',
        input: ({ context }) => ({ question: context.question }),
        onDone: [
          {
            guard: { type: 'hasArrived', params: ({ event }) => ({ arrivals: event.output }) },
            target: 'receiving',
            actions: 'tellArrived',
          },
          {
            target: 'waiting',
            actions: { type: 'keepArrivals', params: ({ event }) => ({ arrivals: event.output }) },
          },
        ],
        onError: 'waiting',
      },
    },
    waiting: {
      description: 'Nothing has arrived yet.',
      after: { countAgainAfter: 'counting' },
    },
    receiving: { description: 'Events have arrived, or nobody knows better.' },
  },
});

export type FirstEventActor = ActorRefFrom<typeof firstEventMachine>;
