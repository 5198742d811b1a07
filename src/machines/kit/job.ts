import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { injected, optionalListener, type RecoveryEvent } from './injected.ts';
import type { Parent } from './parent.ts';

/** Whether a run has ended, and how. */
export type RunEnding = 'open' | 'done' | 'failed';

/** Nobody waits for the run any more: it ended, or it goes on by itself. */
export type JobLeftEvent = { type: 'job.left' };

type Input = { parent?: Parent<JobLeftEvent> };
type Context<Request, Run> = {
  parent: Parent<JobLeftEvent> | null;
  request: Request | null;
  /** The run as the last poll found it. */
  run: Run | null;
  /** How often the run was polled. */
  polls: number;
  problem: Problem | null;
};
type Event<Request> =
  | { type: 'job.start'; request: Request }
  | { type: 'job.leave' }
  | RecoveryEvent;

/**
 * Long work of the server: it is asked for, then polled with growing pauses until it has ended.
 *
 * The server works on while no page polls. So a poll that fails is not a failed run, and leaving a run does not stop
 * it.
 */
export const jobOf = <Request, Run>({ endingOf }: { endingOf: (run: Run) => RunEnding }) =>
  setup({
    types: {} as {
      context: Context<Request, Run>;
      events: Event<Request>;
      input: Input | undefined;
      tags: 'busy' | 'failed';
      children: { startRun: 'startRun'; readRun: 'readRun'; network: 'network' };
    },
    actors: {
      startRun: injected<Run, { request: Request }>('startRun'),
      readRun: injected<Run, { request: Request; run: Run }>('readRun'),
      network: optionalListener<RecoveryEvent>(),
    },
    actions: {
      keepRequest: assign({
        request: (_, params: { request: Request }) => params.request,
        run: null,
      }),
      keepRun: assign({
        run: (_, params: { run: Run }) => params.run,
        polls: ({ context }) => context.polls + 1,
      }),
      forgetPolls: assign({ polls: 0 }),
      keepProblem: assign({
        problem: (_, params: { error: unknown }) => problemFrom(params.error),
      }),
      clearProblem: assign({ problem: null }),
      notifyParent: ({ context: { parent } }) => parent?.send({ type: 'job.left' }),
    },
    guards: {
      isDone: ({ context: { run } }) => run !== null && endingOf(run) === 'done',
      hasFailed: ({ context: { run } }) => run !== null && endingOf(run) === 'failed',
    },
    delays: {
      pollAfter: ({ context }) => Math.min(800 * 2 ** (context.polls - 1), 5_000),
      giveUpAfter: 120_000,
    },
  }).createMachine({
    id: 'job',
    description: 'Long work of the server that a user starts and waits for.',
    context: ({ input }) => ({
      parent: input?.parent ?? null,
      request: null,
      run: null,
      polls: 0,
      problem: null,
    }),
    invoke: { id: 'network', src: 'network' },
    initial: 'idle',
    states: {
      idle: {
        description: 'No work has been asked for.',
        on: {
          'job.start': {
            target: 'starting',
            actions: { type: 'keepRequest', params: ({ event }) => ({ request: event.request }) },
          },
        },
      },
      starting: {
        description: 'The server is asked for the work.',
        tags: 'busy',
        entry: ['forgetPolls', 'clearProblem'],
        on: { 'job.leave': { target: 'idle', actions: 'notifyParent' } },
        invoke: {
          id: 'startRun',
          src: 'startRun',
          input: ({ context }) => ({ request: requestOf(context) }),
          onDone: {
            target: 'running',
            actions: { type: 'keepRun', params: ({ event }) => ({ run: event.output }) },
          },
          onError: {
            target: 'refused',
            actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
          },
        },
      },
      refused: {
        description: 'The server did not take the work; the reason is on screen.',
        tags: 'failed',
        on: {
          retry: 'starting',
          'job.leave': 'idle',
          'job.start': {
            target: 'starting',
            actions: { type: 'keepRequest', params: ({ event }) => ({ request: event.request }) },
          },
        },
      },
      running: {
        description: 'The server has taken the work.',
        tags: 'busy',
        initial: 'deciding',
        after: { giveUpAfter: 'background' },
        on: { 'job.leave': 'background' },
        states: {
          deciding: {
            always: [
              { guard: 'isDone', target: '#job.done' },
              { guard: 'hasFailed', target: '#job.failed' },
              { target: 'resting' },
            ],
          },
          resting: {
            description: 'A pause before the next poll.',
            after: { pollAfter: 'polling' },
          },
          polling: {
            description: 'The server is asked how far the work is.',
            entry: 'clearProblem',
            invoke: {
              id: 'readRun',
              src: 'readRun',
              input: ({ context }) => ({ request: requestOf(context), run: runOf(context) }),
              onDone: {
                target: 'deciding',
                actions: { type: 'keepRun', params: ({ event }) => ({ run: event.output }) },
              },
              onError: {
                target: 'pollFailed',
                actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
              },
            },
          },
          pollFailed: {
            description: 'The work goes on, but the last poll failed; the reason is on screen.',
            tags: 'failed',
            on: { retry: 'polling', 'network.returned': 'polling' },
          },
        },
      },
      background: {
        description: 'The work goes on at the server without anybody waiting for it.',
        entry: ['clearProblem', 'notifyParent'],
        on: {
          'job.leave': 'idle',
          'job.start': {
            target: 'starting',
            actions: { type: 'keepRequest', params: ({ event }) => ({ request: event.request }) },
          },
        },
      },
      done: {
        description: 'The work is done.',
        entry: 'notifyParent',
        on: {
          'job.leave': 'idle',
          'job.start': {
            target: 'starting',
            actions: { type: 'keepRequest', params: ({ event }) => ({ request: event.request }) },
          },
        },
      },
      failed: {
        description: 'The work failed; the reason is on screen.',
        tags: 'failed',
        entry: 'notifyParent',
        on: {
          retry: 'starting',
          'job.leave': 'idle',
          'job.start': {
            target: 'starting',
            actions: { type: 'keepRequest', params: ({ event }) => ({ request: event.request }) },
          },
        },
      },
    },
  });

export type JobMachine<Request, Run> = ReturnType<typeof jobOf<Request, Run>>;
export type JobActor<Request, Run> = ActorRefFrom<JobMachine<Request, Run>>;
export type JobSnapshot<Request, Run> = SnapshotFrom<JobMachine<Request, Run>>;

function requestOf<Request>({ request }: { request: Request | null }): Request {
  if (request !== null) return request;
  throw new Error('A job was started without a request.');
}

function runOf<Run>({ run }: { run: Run | null }): Run {
  if (run !== null) return run;
  throw new Error('A job was polled before it was started.');
}
