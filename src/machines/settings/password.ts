import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { injected } from '../kit/injected.ts';

/** Both passwords as typed. They are never kept. */
export type PasswordChange = { old_password: string; new_password: string };

type Input = {
  /** The id of the person. */
  subject: number;
};
type Context = Input & { problem: Problem | null };
type Event =
  | { type: 'password.open' }
  | { type: 'password.cancel' }
  | { type: 'password.submit'; change: PasswordChange };

/**
 * Changing one's own password.
 *
 * A wrong current password, a new one that is too weak and a server that could not be asked are three states: each
 * has its own place on the form and its own next step. The answer replaces the session's token and ends all others.
 */
export const passwordMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Input;
    tags: 'busy' | 'failed' | 'writing';
    children: { changePassword: 'changePassword' };
  },
  actors: {
    changePassword: injected<{ token: string }, Input & { change: PasswordChange }>(
      'changePassword',
    ),
  },
  actions: {
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
    clearProblem: assign({ problem: null }),
    replaceToken: (_, _params: { token: string }) => {},
  },
  guards: {
    isWrongCurrent: (_, params: { error: unknown }) => isAbout(params.error, 'old_password'),
    isWeak: (_, params: { error: unknown }) => isAbout(params.error, 'new_password'),
  },
}).createMachine({
  id: 'password',
  description: "Changing one's own password.",
  context: ({ input }) => ({ ...input, problem: null }),
  initial: 'idle',
  states: {
    idle: {
      description: 'The form is closed.',
      entry: 'clearProblem',
      on: { 'password.open': 'editing' },
    },
    editing: {
      description: 'The form is open.',
      tags: 'writing',
      on: { 'password.submit': 'submitting', 'password.cancel': 'idle' },
    },
    submitting: {
      description: 'The new password is being saved.',
      tags: ['busy', 'writing'],
      entry: 'clearProblem',
      invoke: {
        id: 'changePassword',
        src: 'changePassword',
        input: ({ context, event }) => ({ subject: context.subject, change: changeOf(event) }),
        onDone: {
          target: 'done',
          actions: {
            type: 'replaceToken',
            params: ({ event }) => ({ token: event.output.token }),
          },
        },
        onError: [
          {
            guard: { type: 'isWrongCurrent', params: ({ event }) => ({ error: event.error }) },
            target: 'wrongCurrent',
            actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
          },
          {
            guard: { type: 'isWeak', params: ({ event }) => ({ error: event.error }) },
            target: 'weak',
            actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
          },
          {
            target: 'failed',
            actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
    },
    wrongCurrent: {
      description: 'The current password was not the right one.',
      tags: ['failed', 'writing'],
      on: { 'password.submit': 'submitting', 'password.cancel': 'idle' },
    },
    weak: {
      description: 'The new password is one that others would guess.',
      tags: ['failed', 'writing'],
      on: { 'password.submit': 'submitting', 'password.cancel': 'idle' },
    },
    failed: {
      description: 'Nobody knows whether it was changed: the server could not be asked.',
      tags: ['failed', 'writing'],
      on: { 'password.submit': 'submitting', 'password.cancel': 'idle' },
    },
    done: {
      description: 'The password is new, and every other session has ended.',
      on: { 'password.open': 'editing' },
    },
  },
});

export type PasswordActor = ActorRefFrom<typeof passwordMachine>;
export type PasswordSnapshot = SnapshotFrom<typeof passwordMachine>;

const isAbout = (error: unknown, field: keyof PasswordChange): boolean =>
  problemFrom(error).fields?.[field] !== undefined;

function changeOf(event: Event | { type: `xstate.${string}` }): PasswordChange {
  if (event.type === 'password.submit') return event.change;
  throw new Error(`"${event.type}" carries no password.`);
}
