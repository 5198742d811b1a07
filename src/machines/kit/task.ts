import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { injected } from './injected.ts';

type Context<Request, Result> = {
  request: Request | null;
  result: Result | null;
  problem: Problem | null;
};
type Event<Request> =
  | { type: 'task.start'; request: Request }
  | { type: 'task.cancel' }
  | { type: 'task.dismiss' };

/** One task that a user starts beside a list, from the request to the result. Leaving `running` aborts the task. */
export const taskOf = <Request, Result>() =>
  setup({
    types: {} as {
      context: Context<Request, Result>;
      events: Event<Request>;
      tags: 'busy' | 'failed';
      children: { runTask: 'runTask' };
    },
    actors: { runTask: injected<Result, { request: Request }>('runTask') },
    actions: {
      keepRequest: assign({
        request: (_, params: { request: Request }) => params.request,
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
    description: 'One task that a user starts beside a list.',
    context: { request: null, result: null, problem: null },
    initial: 'idle',
    states: {
      idle: {
        description: 'The task has not been started.',
        on: {
          'task.start': {
            target: 'running',
            actions: { type: 'keepRequest', params: ({ event }) => ({ request: event.request }) },
          },
        },
      },
      running: {
        description: 'The task is running.',
        tags: 'busy',
        on: { 'task.cancel': 'idle' },
        invoke: {
          id: 'runTask',
          src: 'runTask',
          input: ({ context }) => ({ request: requestOf(context) }),
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
            actions: { type: 'keepRequest', params: ({ event }) => ({ request: event.request }) },
          },
        },
      },
      failed: {
        description: 'The task failed; the reason is on screen.',
        tags: 'failed',
        on: {
          'task.dismiss': 'idle',
          'task.start': {
            target: 'running',
            actions: { type: 'keepRequest', params: ({ event }) => ({ request: event.request }) },
          },
        },
      },
    },
  });

export type TaskMachine<Request, Result> = ReturnType<typeof taskOf<Request, Result>>;
export type TaskActor<Request, Result> = ActorRefFrom<TaskMachine<Request, Result>>;
export type TaskSnapshot<Request, Result> = SnapshotFrom<TaskMachine<Request, Result>>;

function requestOf<Request>({ request }: { request: Request | null }): Request {
  if (request !== null) return request;
  throw new Error('A task was started without a request.');
}
