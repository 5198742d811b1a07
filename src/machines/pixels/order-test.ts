import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { OrderTest } from '#contract/order-test/schemas.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { injected } from '../kit/injected.ts';

/** Whose page the order is pretended on, and which master pixel's event it is. */
export type TestCase = { affiliate: number; event: number };
type Context = { case: TestCase | null; result: OrderTest | null; problem: Problem | null };
type Event =
  | { type: 'test.run'; case: TestCase }
  | { type: 'test.cancel' }
  | { type: 'test.clear' }
  | { type: 'retry' };

/**
 * One pretended order, sent the way a real one goes.
 *
 * `broken` is an answer, too: some part of the way did not work, and which. `failed` means there is none.
 */
export const orderTestMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    tags: 'busy' | 'failed' | 'showing';
    children: { runTest: 'runTest' };
  },
  actors: { runTest: injected<OrderTest, TestCase>('runTest') },
  actions: {
    keepCase: assign({ case: (_, params: { case: TestCase }) => params.case }),
    clearResult: assign({ result: null, problem: null }),
    keepResult: assign({ result: (_, params: { result: OrderTest }) => params.result }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
  },
  guards: {
    isWhole: (_, params: { result: OrderTest }) => params.result.hops.every(({ ok }) => ok),
  },
}).createMachine({
  id: 'orderTest',
  description: 'One pretended order.',
  context: { case: null, result: null, problem: null },
  initial: 'resting',
  on: { 'test.clear': '.resting' },
  states: {
    resting: {
      description: 'A test can be run.',
      initial: 'idle',
      on: {
        'test.run': {
          target: 'running',
          actions: { type: 'keepCase', params: ({ event }) => ({ case: event.case }) },
        },
      },
      states: {
        idle: {
          description: 'Nothing is said of one before.',
          entry: 'clearResult',
        },
        passed: { description: 'It came through to the figures.', tags: 'showing' },
        broken: { description: 'A part of the way did not work.', tags: 'showing' },
        failed: {
          description: 'There is no answer to show.',
          tags: 'failed',
          on: { retry: '#orderTest.running' },
        },
      },
    },
    running: {
      description: 'It is on its way; a second one has to wait.',
      tags: 'busy',
      entry: 'clearResult',
      on: { 'test.cancel': 'resting' },
      invoke: {
        id: 'runTest',
        src: 'runTest',
        input: ({ context }) => caseOf(context),
        onDone: [
          {
            guard: { type: 'isWhole', params: ({ event }) => ({ result: event.output }) },
            target: 'resting.passed',
            actions: { type: 'keepResult', params: ({ event }) => ({ result: event.output }) },
          },
          {
            target: 'resting.broken',
            actions: { type: 'keepResult', params: ({ event }) => ({ result: event.output }) },
          },
        ],
        onError: {
          target: 'resting.failed',
          actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
  },
});

export type OrderTestActor = ActorRefFrom<typeof orderTestMachine>;
export type OrderTestSnapshot = SnapshotFrom<typeof orderTestMachine>;

function caseOf({ case: chosen }: Context): TestCase {
  if (chosen) return chosen;
  throw new Error('A test was run of nothing.');
}
