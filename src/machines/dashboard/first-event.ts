import { type ActorRefFrom, assign, sendTo, setup } from 'xstate';
import type { FirstEvents, Question } from '#model/query.ts';
import { injected } from '../kit/injected.ts';
import type { Parent } from '../kit/parent.ts';

type Report = { type: 'events.missing' } | { type: 'events.arrived' };
type Input = { question: Question; parent: Parent<Report> };
type Context = Input & {
  /** The latest count of events; null before the first count. */
  arrivals: FirstEvents | null;
};
type Event = { type: 'query.change'; question: Question };

/** Only a project without events is polled. A failed request counts as no answer, not as no events. */
export const firstEventMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Input;
    children: { readProjectHistory: 'readProjectHistory'; readFirstEvents: 'readFirstEvents' };
  },
  actors: {
    readProjectHistory: injected<boolean, { question: Question }>('readProjectHistory'),
    readFirstEvents: injected<FirstEvents, { question: Question }>('readFirstEvents'),
  },
  actions: {
    keepQuestion: assign({
      question: (_, params: { question: Question }) => params.question,
      arrivals: null,
    }),
    keepArrivals: assign({ arrivals: (_, params: { arrivals: FirstEvents }) => params.arrivals }),
    notifyMissing: sendTo(({ context }) => context.parent, { type: 'events.missing' }),
    notifyArrived: sendTo(({ context }) => context.parent, { type: 'events.arrived' }),
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
  description: 'Whether a project has ever received an event, and when its first one arrives.',
  context: ({ input }) => ({ ...input, arrivals: null }),
  initial: 'delayed',
  on: {
    'query.change': {
      guard: { type: 'isAnotherProject', params: ({ event }) => ({ question: event.question }) },
      target: '.delayed',
      reenter: true,
      actions: { type: 'keepQuestion', params: ({ event }) => ({ question: event.question }) },
    },
  },
  states: {
    delayed: {
      description: 'Waits until the figures are requested, because most projects have events.',
      after: { figuresFirst: 'checking' },
    },
    checking: {
      description: 'Checking whether the project has any event.',
      invoke: {
        id: 'readProjectHistory',
        src: 'readProjectHistory',
        input: ({ context }) => ({ question: context.question }),
        onDone: [
          {
            guard: { type: 'hasHistory', params: ({ event }) => ({ known: event.output }) },
            target: 'arrived',
          },
          { target: 'counting', actions: 'notifyMissing' },
        ],
        onError: 'arrived',
      },
    },
    counting: {
      description: 'Counting the events again.',
      invoke: {
        id: 'readFirstEvents',
        src: 'readFirstEvents',
        input: ({ context }) => ({ question: context.question }),
        onDone: [
          {
            guard: { type: 'hasArrived', params: ({ event }) => ({ arrivals: event.output }) },
            target: 'arrived',
            actions: 'notifyArrived',
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
      description: 'No event has arrived yet.',
      after: { countAgainAfter: 'counting' },
    },
    arrived: { description: 'Events have arrived, or the check failed.' },
  },
});

export type FirstEventActor = ActorRefFrom<typeof firstEventMachine>;
