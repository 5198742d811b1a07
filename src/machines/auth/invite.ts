import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate';
import type { Session } from '#contract/accounts/session.ts';
import type { Invitation } from '#contract/invites/schemas.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import { injected } from '../kit/injected.ts';

/** What a new person says of themselves; somebody who has an account says nothing more. */
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
 * The page of an invite, for whoever opens it.
 *
 * A new person becomes one here. Somebody who has an account signs in first, and then accepts with one press; somebody
 * else is told whom the invite is for. Reading it consumes nothing, and only the answer of the server lets anybody in.
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
    isSomebodyElse: ({ context }) => context.member !== null,
    hasAccount: ({ context }) => context.invitation?.has_account === true,
  },
}).createMachine({
  id: 'invite',
  description: 'The page of an invite, for whoever opens it.',
  context: ({ input }) => ({ ...input, invitation: null, newcomer: null, problem: null }),
  initial: 'reading',
  states: {
    reading: {
      description: 'The invite is on its way.',
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
      description: 'The invite could not be read; it can be asked for again.',
      tags: 'failed',
      on: { retry: 'reading' },
    },
    closed: {
      description: 'It was used or revoked, it is too old, or there was none.',
      tags: 'failed',
    },
    deciding: {
      always: [
        { guard: 'isInvited', target: 'answering' },
        { guard: 'isSomebodyElse', target: 'foreign' },
        { guard: 'hasAccount', target: 'known' },
        { target: 'answering' },
      ],
    },
    foreign: { description: 'Somebody is signed in whom the invite is not for.' },
    known: { description: 'The address has an account: its person signs in first.', tags: 'open' },
    answering: {
      description: 'A new person says who they are, or the one who was invited says yes.',
      tags: 'open',
      on: {
        'invite.accept': {
          target: 'accepting',
          actions: { type: 'keepNewcomer', params: ({ event }) => ({ newcomer: event.newcomer }) },
        },
      },
    },
    accepting: {
      description: 'The invite is being accepted.',
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
      description: 'Nobody was let in; the page says why and takes another try.',
      tags: ['failed', 'open'],
      on: {
        'invite.accept': {
          target: 'accepting',
          actions: { type: 'keepNewcomer', params: ({ event }) => ({ newcomer: event.newcomer }) },
        },
      },
    },
    accepted: { description: 'Whoever accepted is being let in.', tags: 'busy' },
  },
});

export type InviteActor = ActorRefFrom<typeof inviteMachine>;
export type InviteSnapshot = SnapshotFrom<typeof inviteMachine>;
