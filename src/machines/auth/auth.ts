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
 * The pages outside the workspace that guests and members see alike: signing up, mailed links, invites, documents.
 *
 * Their code comes with the first of them, so that the sign-in stays small. Each page is a state that invokes its
 * machine: leaving it ends its requests.
 */
export const authMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Input;
    tags: 'busy' | 'failed';
    children: {
      fetchEntrance: 'fetchEntrance';
      signUp: 'signUp';
      verification: 'verification';
      forgotten: 'forgotten';
      reset: 'reset';
      invite: 'invite';
      document: 'document';
    };
  },
  actors: {
    fetchEntrance: injected<void, void>('fetchEntrance'),
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
  description: 'The pages outside the workspace that guests and members see alike.',
  context: ({ input }) => ({ ...input, screen: null }),
  initial: 'away',
  on: {
    'screen.shown': {
      guard: { type: 'isAnother', params: ({ event }) => ({ screen: event.screen }) },
      target: '.deciding',
      actions: { type: 'keepScreen', params: ({ event }) => ({ screen: event.screen }) },
    },
  },
  states: {
    away: { description: 'A page of somebody else is on screen.' },
    deciding: { always: [{ guard: 'isElsewhere', target: 'away' }, { target: 'fetching' }] },
    fetching: {
      description: 'The code of these pages is on its way.',
      tags: 'busy',
      invoke: {
        id: 'fetchEntrance',
        src: 'fetchEntrance',
        onDone: [
          { guard: 'isSignUp', target: 'signUp' },
          { guard: 'isVerification', target: 'verification' },
          { guard: 'isForgotten', target: 'forgotten' },
          { guard: 'isReset', target: 'reset' },
          { guard: 'isInvite', target: 'invite' },
          { target: 'document' },
        ],
        onError: 'unfetched',
      },
    },
    unfetched: {
      description: 'The code of these pages did not come; it can be asked for again.',
      tags: 'failed',
      on: { retry: 'fetching' },
    },
    signUp: {
      description: 'The steps of signing up.',
      invoke: {
        id: 'signUp',
        src: 'signUp',
        input: ({ context }) => ({ member: context.member }),
      },
    },
    verification: {
      description: 'The page of a mailed link that confirms an address.',
      invoke: { id: 'verification', src: 'verification' },
    },
    forgotten: {
      description: 'The page that mails a link for a new password.',
      invoke: { id: 'forgotten', src: 'forgotten' },
    },
    reset: {
      description: 'The page of a mailed link that takes a new password.',
      invoke: { id: 'reset', src: 'reset' },
    },
    invite: {
      description: 'The page of an invite.',
      invoke: {
        id: 'invite',
        src: 'invite',
        input: ({ context }) => ({ member: context.member }),
      },
    },
    document: {
      description: 'The policy or the terms.',
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
