import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { Session } from '#contract/accounts/session.ts';
import { injected, injectedMachine } from '../kit/injected.ts';
import type { SubmissionMachine } from '../kit/submission.ts';
import type { documentMachine } from './document.ts';
import type { inviteMachine } from './invite.ts';
import type { signUpMachine } from './sign-up.ts';

/** The pages that this machine runs. */
type AuthScreen = 'signUp' | 'verification' | 'forgotten' | 'reset' | 'invite' | 'policy' | 'terms';

type Input = { member: Session | null };
type Context = Input & { screen: AuthScreen | null };
type Event = { type: 'screen.shown'; screen: AuthScreen | null } | { type: 'retry' };

/**
 * The code of these pages is loaded with the first of them, so that the sign-in page stays small. Each page is a state
 * that invokes its machine: leaving the state aborts its requests.
 */
export const authMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Input;
    tags: 'busy' | 'failed';
    children: {
      fetchPages: 'fetchPages';
      signUp: 'signUp';
      verification: 'verification';
      forgotten: 'forgotten';
      reset: 'reset';
      invite: 'invite';
      document: 'document';
    };
  },
  actors: {
    fetchPages: injected<void, void>('fetchPages'),
    signUp: injectedMachine<typeof signUpMachine>('signUp'),
    verification:
      injectedMachine<SubmissionMachine<{ password: string | null }, Session>>('verification'),
    forgotten: injectedMachine<SubmissionMachine<string, string>>('forgotten'),
    reset: injectedMachine<SubmissionMachine<string, string>>('reset'),
    invite: injectedMachine<typeof inviteMachine>('invite'),
    document: injectedMachine<typeof documentMachine>('document'),
  },
  actions: {
    keepScreen: assign({
      screen: (_, params: { screen: AuthScreen | null }) => params.screen,
    }),
  },
  guards: {
    isAnother: ({ context }, params: { screen: AuthScreen | null }) =>
      context.screen !== params.screen,
    isElsewhere: ({ context }) => context.screen === null,
    isSignUp: ({ context }) => context.screen === 'signUp',
    isVerification: ({ context }) => context.screen === 'verification',
    isForgotten: ({ context }) => context.screen === 'forgotten',
    isReset: ({ context }) => context.screen === 'reset',
    isInvite: ({ context }) => context.screen === 'invite',
  },
}).createMachine({
  id: 'auth',
  description:
    'The pages outside the workspace, for guests and members: sign-up, mailed links, invitations and documents.',
  context: ({ input }) => ({ ...input, screen: null }),
  initial: 'inactive',
  on: {
    'screen.shown': {
      guard: { type: 'isAnother', params: ({ event }) => ({ screen: event.screen }) },
      target: '.deciding',
      actions: { type: 'keepScreen', params: ({ event }) => ({ screen: event.screen }) },
    },
  },
  states: {
    inactive: { description: 'A page of another part of the app is on screen.' },
    deciding: { always: [{ guard: 'isElsewhere', target: 'inactive' }, { target: 'fetching' }] },
    fetching: {
      description: 'The code of these pages is loading.',
      tags: 'busy',
      invoke: {
        id: 'fetchPages',
        src: 'fetchPages',
        onDone: [
          { guard: 'isSignUp', target: 'signUp' },
          { guard: 'isVerification', target: 'verification' },
          { guard: 'isForgotten', target: 'forgotten' },
          { guard: 'isReset', target: 'reset' },
          { guard: 'isInvite', target: 'invite' },
          { target: 'document' },
        ],
        onError: 'codeMissing',
      },
    },
    codeMissing: {
      description: 'The code of these pages could not be loaded; it can be retried.',
      tags: 'failed',
      on: { retry: 'fetching' },
    },
    signUp: {
      description: 'The sign-up.',
      invoke: {
        id: 'signUp',
        src: 'signUp',
        input: ({ context }) => ({ member: context.member }),
      },
    },
    verification: {
      description: 'The page of a mailed link that confirms an email address.',
      invoke: { id: 'verification', src: 'verification' },
    },
    forgotten: {
      description: 'The page that mails a link for a new password.',
      invoke: { id: 'forgotten', src: 'forgotten' },
    },
    reset: {
      description: 'The page of a mailed link that sets a new password.',
      invoke: { id: 'reset', src: 'reset' },
    },
    invite: {
      description: 'The page of an invitation.',
      invoke: {
        id: 'invite',
        src: 'invite',
        input: ({ context }) => ({ member: context.member }),
      },
    },
    document: {
      description: 'The privacy policy or the terms.',
      invoke: {
        id: 'document',
        src: 'document',
        input: ({ context }) => ({ name: context.screen === 'terms' ? 'terms' : 'policy' }),
      },
    },
  },
});

export type AuthActor = ActorRefFrom<typeof authMachine>;
export type AuthSnapshot = SnapshotFrom<typeof authMachine>;
