import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { PixelTest } from '#contract/event-pixels/test-delivery.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { injected } from '../kit/injected.ts';
import { type TestVerdict, verdictOf } from './pixel-model.ts';

type TestRequest = { id: number; code: string | null };
type Context = {
  id: number | null;
  /** The platform's test code for this test only. */
  code: string | null;
  /** The pixel's version when the test was sent. */
  version: string;
  test: PixelTest | null;
  problem: Problem | null;
};
type Event =
  | { type: 'pixel.open'; id: number }
  | { type: 'pixel.close' }
  | { type: 'test.send'; code: string | null; version: string };

/**
 * `refused` and `notSent` are two states: in `refused` the partner rejected the test, in `notSent` the server sent
 * nothing.
 */
export const testDeliveryMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    tags: 'busy' | 'open' | 'judged' | 'failed';
    children: { sendTest: 'sendTest' };
  },
  actors: { sendTest: injected<PixelTest, TestRequest>('sendTest') },
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
    is: (_, { test, verdict }: { test: PixelTest; verdict: TestVerdict }) =>
      verdictOf(test) === verdict,
  },
  delays: { giveUpAfter: 25_000 },
}).createMachine({
  id: 'testDelivery',
  description: "A test conversion, sent to the pixel's partner.",
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
      initial: 'settled',
      on: {
        'pixel.open': {
          guard: { type: 'isAnother', params: ({ event }) => ({ id: event.id }) },
          target: '.settled',
          actions: { type: 'keepId', params: ({ event }) => ({ id: event.id }) },
        },
        'pixel.close': 'closed',
      },
      states: {
        settled: {
          description: 'A test can be sent.',
          initial: 'idle',
          on: {
            'test.send': {
              target: 'sending',
              actions: { type: 'keepSent', params: ({ event }) => event },
            },
          },
          states: {
            idle: { description: 'No test was sent yet.', entry: 'clearTest' },
            passed: { description: 'The partner accepted the test.', tags: 'judged' },
            warned: {
              description:
                'The partner accepted the test, but something about it will cost money later.',
              tags: 'judged',
            },
            refused: { description: 'The partner rejected the test.', tags: ['judged', 'failed'] },
            timedOut: { description: 'The partner did not respond in time.', tags: 'failed' },
            notSent: {
              description: 'The test was not sent; the server gave the reason.',
              tags: 'failed',
            },
          },
        },
        sending: {
          description: 'The partner has not responded yet.',
          tags: 'busy',
          entry: 'clearTest',
          after: { giveUpAfter: 'settled.timedOut' },
          invoke: {
            id: 'sendTest',
            src: 'sendTest',
            input: ({ context }) => requestOf(context),
            onDone: [
              {
                guard: {
                  type: 'is',
                  params: ({ event }) => ({ test: event.output, verdict: 'passed' }),
                },
                target: 'settled.passed',
                actions: { type: 'keepTest', params: ({ event }) => ({ test: event.output }) },
              },
              {
                guard: {
                  type: 'is',
                  params: ({ event }) => ({ test: event.output, verdict: 'warned' }),
                },
                target: 'settled.warned',
                actions: { type: 'keepTest', params: ({ event }) => ({ test: event.output }) },
              },
              {
                guard: {
                  type: 'is',
                  params: ({ event }) => ({ test: event.output, verdict: 'timedOut' }),
                },
                target: 'settled.timedOut',
                actions: { type: 'keepTest', params: ({ event }) => ({ test: event.output }) },
              },
              {
                target: 'settled.refused',
                actions: { type: 'keepTest', params: ({ event }) => ({ test: event.output }) },
              },
            ],
            onError: {
              target: 'settled.notSent',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
      },
    },
  },
});

export type TestDeliveryActor = ActorRefFrom<typeof testDeliveryMachine>;
export type TestDeliverySnapshot = SnapshotFrom<typeof testDeliveryMachine>;

function requestOf({ id, code }: Context): TestRequest {
  if (id !== null) return { id, code };
  throw new Error('A test was sent while no pixel is open.');
}
