import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { PixelTest } from '#contract/event-pixels/test.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { injected } from '../kit/injected.ts';
import { type Verdict, verdictOf } from './pixel-model.ts';

type Asked = { id: number; code: string | null };
type Context = {
  id: number | null;
  /** The platform's test code for this test alone. */
  code: string | null;
  /** When the pixel had last been changed before the test was sent. */
  version: string;
  test: PixelTest | null;
  problem: Problem | null;
};
type Event =
  | { type: 'pixel.open'; id: number }
  | { type: 'pixel.close' }
  | { type: 'trial.send'; code: string | null; version: string };

/**
 * One invented conversion that is sent on purpose, and what the partner said to it.
 *
 * `refused` and `unsent` are two states: in the first the partner said no, in the second nothing was sent at all.
 */
export const pixelTrialMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    tags: 'busy' | 'open' | 'judged' | 'failed';
    children: { sendTest: 'sendTest' };
  },
  actors: { sendTest: injected<PixelTest, Asked>('sendTest') },
  actions: {
    keepId: assign({ id: (_, params: { id: number }) => params.id }),
    keepSent: assign((_, { code, version }: { code: string | null; version: string }) => ({
      code,
      version,
    })),
    keepTest: assign({ test: (_, params: { test: PixelTest }) => params.test }),
    clearTest: assign({ test: null, problem: null }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
  },
  guards: {
    isAnother: ({ context }, params: { id: number }) => context.id !== params.id,
    is: (_, { test, verdict }: { test: PixelTest; verdict: Verdict }) =>
      verdictOf(test) === verdict,
  },
  delays: { giveUpAfter: 25_000 },
}).createMachine({
  id: 'pixelTrial',
  description: 'One invented conversion, sent to the partner of a pixel.',
  context: { id: null, code: null, version: '', test: null, problem: null },
  initial: 'closed',
  states: {
    closed: {
      description: 'No pixel is open.',
      entry: 'clearTest',
      on: {
        'pixel.open': {
          target: 'open',
          actions: { type: 'keepId', params: ({ event }) => ({ id: event.id }) },
        },
      },
    },
    open: {
      description: 'A pixel is open.',
      tags: 'open',
      initial: 'resting',
      on: {
        'pixel.open': {
          guard: { type: 'isAnother', params: ({ event }) => ({ id: event.id }) },
          target: '.resting',
          actions: { type: 'keepId', params: ({ event }) => ({ id: event.id }) },
        },
        'pixel.close': 'closed',
      },
      states: {
        resting: {
          description: 'A conversion can be sent.',
          initial: 'idle',
          on: {
            'trial.send': {
              target: 'sending',
              actions: { type: 'keepSent', params: ({ event }) => event },
            },
          },
          states: {
            idle: { description: 'Nothing was sent yet.', entry: 'clearTest' },
            passed: { description: 'The partner took it.', tags: 'judged' },
            warned: {
              description: 'The partner took it, and something about it will cost money later.',
              tags: 'judged',
            },
            refused: { description: 'The partner did not take it.', tags: ['judged', 'failed'] },
            timedOut: { description: 'The partner did not answer in time.', tags: 'failed' },
            unsent: { description: 'Nothing was sent; the server said why.', tags: 'failed' },
          },
        },
        sending: {
          description: 'The partner has not answered yet.',
          tags: 'busy',
          entry: 'clearTest',
          after: { giveUpAfter: 'resting.timedOut' },
          invoke: {
            id: 'sendTest',
            src: 'sendTest',
            input: ({ context }) => askedOf(context),
            onDone: [
              {
                guard: {
                  type: 'is',
                  params: ({ event }) => ({ test: event.output, verdict: 'passed' }),
                },
                target: 'resting.passed',
                actions: { type: 'keepTest', params: ({ event }) => ({ test: event.output }) },
              },
              {
                guard: {
                  type: 'is',
                  params: ({ event }) => ({ test: event.output, verdict: 'warned' }),
                },
                target: 'resting.warned',
                actions: { type: 'keepTest', params: ({ event }) => ({ test: event.output }) },
              },
              {
                guard: {
                  type: 'is',
                  params: ({ event }) => ({ test: event.output, verdict: 'timedOut' }),
                },
                target: 'resting.timedOut',
                actions: { type: 'keepTest', params: ({ event }) => ({ test: event.output }) },
              },
              {
                target: 'resting.refused',
                actions: { type: 'keepTest', params: ({ event }) => ({ test: event.output }) },
              },
            ],
            onError: {
              target: 'resting.unsent',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
      },
    },
  },
});

export type PixelTrialActor = ActorRefFrom<typeof pixelTrialMachine>;
export type PixelTrialSnapshot = SnapshotFrom<typeof pixelTrialMachine>;

function askedOf({ id, code }: Context): Asked {
  if (id !== null) return { id, code };
  throw new Error('A test was sent while no pixel is open.');
}
