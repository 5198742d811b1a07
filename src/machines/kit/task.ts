import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { injected } from './injected.ts';

type Context<Asked, Result> = {
  asked: Asked | null;
  result: Result | null;
  problem: Problem | null;
};
type Event<Asked> =
  | { type: 'task.start'; asked: Asked }
  | { type: 'task.cancel' }
  | { type: 'task.dismiss' };

/** One thing done on request beside a list: from the wish to its result. Leaving `running` ends the request. */
export const taskOf = <Asked, Result>() =>
  setup({
    types: {} as {
      context: Context<Asked, Result>;
      events: Event<Asked>;
      tags: 'busy' | 'failed';
      children: { runTask: 'runTask' };
    },
    actors: { runTask: injected<Result, { asked: Asked }>('runTask') },
    actions: {
      keepAsked: assign({
        asked: (_, params: { asked: Asked }) => params.asked,
        result: null,
        problem: null,
      }),
      keepResult: assign({ result: (_, params: { result: Result }) => params.result }),
      keepProblem: assign({
        problem: (_, params: { error: unknown }) => problemFrom(params.error),
      }),
    },
  }).createMachine({
    id: 'task',
    description: 'One thing done on request beside a list.',
    context: { asked: null, result: null, problem: null },
    initial: 'idle',
    states: {
      idle: {
        description: 'Nothing was asked for.',
        on: {
          'task.start': {
            target: 'running',
            actions: { type: 'keepAsked', params: ({ event }) => ({ asked: event.asked }) },
          },
        },
      },
      running: {
        description: 'It is being done.',
        tags: 'busy',
        on: { 'task.cancel': 'idle' },
        invoke: {
          id: 'runTask',
          src: 'runTask',
          input: ({ context }) => ({ asked: askedOf(context) }),
          onDone: {
            target: 'done',
            actions: { type: 'keepResult', params: ({ event }) => ({ result: event.output }) },
          },
          onError: {
            target: 'failed',
            actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
          },
        },
      },
      done: {
        description: 'The result is on screen.',
        on: {
          'task.dismiss': 'idle',
          'task.start': {
            target: 'running',
            actions: { type: 'keepAsked', params: ({ event }) => ({ asked: event.asked }) },
          },
        },
      },
      failed: {
        description: 'It was not done, and a reason why.',
        tags: 'failed',
        on: {
          'task.dismiss': 'idle',
          'task.start': {
            target: 'running',
            actions: { type: 'keepAsked', params: ({ event }) => ({ asked: event.asked }) },
          },
        },
      },
    },
  });

export type TaskMachine<Asked, Result> = ReturnType<typeof taskOf<Asked, Result>>;
export type TaskActor<Asked, Result> = ActorRefFrom<TaskMachine<Asked, Result>>;
export type TaskSnapshot<Asked, Result> = SnapshotFrom<TaskMachine<Asked, Result>>;

function askedOf<Asked>({ asked }: { asked: Asked | null }): Asked {
  if (asked !== null) return asked;
  throw new Error('A task was started without a wish.');
}
