import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { OrderTest } from '#contract/order-test/schemas.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { injected } from '../kit/injected.ts';

/** The affiliate and the master pixel event of the test order. */
export type TestCase = { affiliate: number; event: number };
type Context = { order: TestCase | null; result: OrderTest | null; problem: Problem | null };
type Event =
  | { type: 'test.run'; order: TestCase }
  | { type: 'test.cancel' }
  | { type: 'test.clear' }
  | { type: 'retry' };

/** `broken` is a result too: it says which hop failed. `failed` means that there is no result. */
export const orderTestMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    tags: 'busy' | 'failed' | 'showing';
    children: { runTest: 'runTest' };
  },
  actors: { runTest: injected<OrderTest, TestCase>('runTest') },
  actions: {
    keepOrder: assign({ order: (_, params: { order: TestCase }) => params.order }),
    clearResult: assign({ result: null, problem: null }),
    keepResult: assign({ result: (_, params: { result: OrderTest }) => params.result }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
  },
  guards: {
    isComplete: (_, params: { result: OrderTest }) => params.result.hops.every(({ ok }) => ok),
  },
}).createMachine({
  id: 'orderTest',
  description: 'A test order, sent the way a real one goes.',
  context: { order: null, result: null, problem: null },
  initial: 'settled',
  on: { 'test.clear': '.settled' },
  states: {
    settled: {
      description: 'A test can be run.',
      initial: 'idle',
      on: {
        'test.run': {
          target: 'running',
          actions: { type: 'keepOrder', params: ({ event }) => ({ order: event.order }) },
        },
      },
      states: {
        idle: {
          description: 'No result is shown.',
          entry: 'clearResult',
        },
        passed: { description: 'The test order reached the figures.', tags: 'showing' },
        broken: { description: 'A hop failed.', tags: 'showing' },
        failed: {
          description: 'The test could not be run.',
          tags: 'failed',
          on: { retry: '#orderTest.running' },
        },
      },
    },
    running: {
      description: 'The test is running; a second one must wait.',
      tags: 'busy',
      entry: 'clearResult',
      on: { 'test.cancel': 'settled' },
      invoke: {
        id: 'runTest',
        src: 'runTest',
        input: ({ context }) => orderOf(context),
        onDone: [
          {
            guard: { type: 'isComplete', params: ({ event }) => ({ result: event.output }) },
            target: 'settled.passed',
            actions: { type: 'keepResult', params: ({ event }) => ({ result: event.output }) },
          },
          {
            target: 'settled.broken',
            actions: { type: 'keepResult', params: ({ event }) => ({ result: event.output }) },
          },
        ],
        onError: {
          target: 'settled.failed',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
  },
});

export type OrderTestActor = ActorRefFrom<typeof orderTestMachine>;
export type OrderTestSnapshot = SnapshotFrom<typeof orderTestMachine>;

function orderOf({ order }: Context): TestCase {
  if (order) return order;
  throw new Error('A test was run of nothing.');
}
