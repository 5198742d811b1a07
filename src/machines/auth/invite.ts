import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { Session } from '#contract/accounts/session.ts';
import type { Invitation } from '#contract/invites/schemas.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { injected } from '../kit/injected.ts';

/** The form of a new user; a user with an account fills in nothing. */
export type Newcomer = {
  password: string;
  first_name: string;
  last_name: string;
  phone: string | null;
};

type Input = { member: Session | null };
type Context = Input & {
  invitation: Invitation | null;
  newcomer: Newcomer | null;
  problem: Problem | null;
};
type Event = { type: 'retry' } | { type: 'invite.accept'; newcomer: Newcomer | null };

/**
 * A new user creates an account here. An invited person with an account signs in first and then accepts; a user who is
 * signed in with another email address sees the invited address. Reading the invitation does not use it up, and only
 * the server's response grants access.
 */
export const inviteMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Input;
    tags: 'busy' | 'failed' | 'open';
    children: { readInvitation: 'readInvitation'; acceptInvite: 'acceptInvite' };
  },
  actors: {
    readInvitation: injected<Invitation, void>('readInvitation'),
    acceptInvite: injected<Session, { newcomer: Newcomer | null }>('acceptInvite'),
  },
  actions: {
    keepInvitation: assign({
      invitation: (_, params: { invitation: Invitation }) => params.invitation,
    }),
    keepNewcomer: assign({
      newcomer: (_, params: { newcomer: Newcomer | null }) => params.newcomer,
    }),
    forgetNewcomer: assign({ newcomer: null }),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
    clearProblem: assign({ problem: null }),
    enter: (_, _params: { member: Session }) => {},
  },
  guards: {
    isGone: (_, params: { error: unknown }) => problemFrom(params.error).kind === 'missing',
    isInvited: ({ context }) => context.member?.email === context.invitation?.email,
    isOtherUser: ({ context }) => context.member !== null,
    hasAccount: ({ context }) => context.invitation?.has_account === true,
  },
}).createMachine({
  id: 'invite',
  description: 'The page of an invitation.',
  context: ({ input }) => ({ ...input, invitation: null, newcomer: null, problem: null }),
  initial: 'reading',
  states: {
    reading: {
      description: 'The invitation is loading.',
      tags: 'busy',
      entry: 'clearProblem',
      invoke: {
        id: 'readInvitation',
        src: 'readInvitation',
        onDone: {
          target: 'deciding',
          actions: {
            type: 'keepInvitation',
            params: ({ event }) => ({ invitation: event.output }),
          },
        },
        onError: [
          {
            guard: { type: 'isGone', params: ({ event }) => ({ error: event.error }) },
            target: 'closed',
          },
          {
            target: 'failed',
            actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
    },
    failed: {
      description: 'The invitation could not be loaded; it can be retried.',
      tags: 'failed',
      on: { retry: 'reading' },
    },
    closed: {
      description: 'The invitation was used, was revoked, has expired or does not exist.',
      tags: 'failed',
    },
    deciding: {
      always: [
        { guard: 'isInvited', target: 'confirming' },
        { guard: 'isOtherUser', target: 'otherUser' },
        { guard: 'hasAccount', target: 'signInRequired' },
        { target: 'confirming' },
      ],
    },
    otherUser: { description: 'The signed-in user is not the invited one.' },
    signInRequired: {
      description: 'The invited address has an account: the person must sign in first.',
      tags: 'open',
    },
    confirming: {
      description: 'A new user fills in the form, or the invited user accepts.',
      tags: 'open',
      on: {
        'invite.accept': {
          target: 'accepting',
          actions: { type: 'keepNewcomer', params: ({ event }) => ({ newcomer: event.newcomer }) },
        },
      },
    },
    accepting: {
      description: 'The invitation is being accepted.',
      tags: ['busy', 'open'],
      entry: 'clearProblem',
      exit: 'forgetNewcomer',
      invoke: {
        id: 'acceptInvite',
        src: 'acceptInvite',
        input: ({ context }) => ({ newcomer: context.newcomer }),
        onDone: {
          target: 'accepted',
          actions: { type: 'enter', params: ({ event }) => ({ member: event.output }) },
        },
        onError: [
          {
            guard: { type: 'isGone', params: ({ event }) => ({ error: event.error }) },
            target: 'closed',
          },
          {
            target: 'refused',
            actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
    },
    refused: {
      description: 'The invitation was not accepted; the page says why and can retry.',
      tags: ['failed', 'open'],
      on: {
        'invite.accept': {
          target: 'accepting',
          actions: { type: 'keepNewcomer', params: ({ event }) => ({ newcomer: event.newcomer }) },
        },
      },
    },
    accepted: { description: 'The invitation is accepted and the workspace opens.', tags: 'busy' },
  },
});

export type InviteActor = ActorRefFrom<typeof inviteMachine>;
export type InviteSnapshot = SnapshotFrom<typeof inviteMachine>;
