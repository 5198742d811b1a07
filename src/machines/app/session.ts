import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import type { Credentials, Session } from '#contract/accounts/session.ts';
import { type Problem, problemFrom } from '#contract/problem.ts';
import type { ViewState } from '#contract/saved-views/view-state.ts';
import type { Preferences, StoredFacts } from '#model/local-storage.ts';
import { authMachine } from '../auth/auth.ts';
import { injected, injectedListener, injectedMachine } from '../kit/injected.ts';
import { connectionMachine } from './connection.ts';
import { navigationMachine } from './navigation.ts';
import { reloadGuardMachine } from './reload-guard.ts';
import { isAuthScreen, type Screen } from './screens.ts';
import type { workspaceMachine } from './workspace.ts';

/** The stored facts and preferences, and the view state of the first address. */
export type RecalledState = { facts: StoredFacts; preferences: Preferences; opening?: ViewState };

type Context = {
  /** The token that authorizes calls. It is kept while the server is unreachable. */
  token: string | null;
  member: Session | null;
  /** The first subscription of the user. */
  subscription: Session['subscriptions'][number] | null;
  facts: StoredFacts;
  /** The view state of the first address; used once, for the first member. */
  opening: ViewState;
  preferences: Preferences;
  problem: Problem | null;
};
type Event =
  | { type: 'credentials.submit'; credentials: Credentials }
  | { type: 'member.arrived'; member: Session }
  | { type: 'retry' }
  | { type: 'session.leave' }
  | { type: 'preferences.change'; preferences: Preferences }
  | { type: 'session.expired'; token: string }
  | { type: 'session.ended' }
  | { type: 'session.changed'; token: string | null }
  | { type: 'session.renewed'; token: string | null }
  | { type: 'network.returned' }
  | { type: 'page.entered'; screen: Screen }
  | { type: 'page.changed'; screen: Screen };

/**
 * The root machine.
 *
 * Everything that needs a signed-in member runs inside `signedIn` and stops with it. Only a rejected token signs a user
 * out; an unreachable server does not. A sign-up, a mailed link or an accepted invitation signs a user in without the
 * sign-in page. A change of page checks the session unless it was just checked; the latest check wins. After a user
 * changes their own data or a project, the session is checked at once, and the workspace is notified. When another tab
 * signs in, this tab restarts with the stored session.
 */
export const sessionMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    tags: 'busy' | 'failed' | 'guest' | 'member';
    children: {
      recall: 'recall';
      checkSession: 'checkSession';
      login: 'login';
      logout: 'logout';
      tabs: 'tabs';
      connection: 'connection';
      reloadGuard: 'reloadGuard';
      navigation: 'navigation';
      auth: 'auth';
      workspace: 'workspace';
    };
  },
  actors: {
    recall: injected<RecalledState, void>('recall'),
    checkSession: injected<Session, { token: string | null }>('checkSession'),
    login: injected<Session, Credentials>('login'),
    logout: injected<void, { token: string | null }>('logout'),
    tabs: injectedListener<
      { type: 'session.ended' } | { type: 'session.changed'; token: string | null }
    >('tabs'),
    connection: connectionMachine,
    reloadGuard: reloadGuardMachine,
    navigation: navigationMachine,
    auth: authMachine,
    workspace: injectedMachine<typeof workspaceMachine>('workspace'),
  },
  actions: {
    keepRecalledState: assign({
      facts: (_, params: { recalled: RecalledState }) => params.recalled.facts,
      preferences: (_, params: { recalled: RecalledState }) => params.recalled.preferences,
      token: (_, params: { recalled: RecalledState }) => params.recalled.facts.token ?? null,
    }),
    keepOpening: assign({
      opening: (_, params: { recalled: RecalledState }) => params.recalled.opening ?? {},
    }),
    clearOpening: assign({ opening: {} }),
    keepMember: assign({
      token: (_, params: { member: Session }) => params.member.token,
      member: (_, params: { member: Session }) => params.member,
      subscription: (_, params: { member: Session }) => params.member.subscriptions[0] ?? null,
      problem: null,
    }),
    keepToken: assign(({ context }, params: { token: string | null }) => {
      const token = params.token ?? context.token;
      return { token, member: context.member && token ? { ...context.member, token } : null };
    }),
    notifyMemberChanged: sendTo('workspace', (_, params: { member: Session }) => ({
      type: 'member.changed',
      member: params.member,
    })),
    keepProblem: assign({ problem: (_, params: { error: unknown }) => problemFrom(params.error) }),
    clearProblem: assign({ problem: null }),
    keepPreferences: assign({
      preferences: (_, params: { preferences: Preferences }) => params.preferences,
    }),
    forgetMember: assign({
      token: null,
      member: null,
      subscription: null,
      facts: {},
      preferences: { theme: 'system', density: 'comfortable' },
    }),
    forwardPage: sendTo(
      'workspace',
      (_, params: { type: 'page.entered' | 'page.changed'; screen: Screen }) => params,
    ),
    sendScreen: sendTo('auth', (_, { screen }: { screen: Screen }) => ({
      type: 'screen.shown',
      screen: isAuthScreen(screen) ? screen : null,
    })),
    remember: (_, _params: { facts: StoredFacts }) => {},
    rememberPreferences: (_, _params: { preferences: Preferences }) => {},
    forget: () => {},
    announceSignOut: () => {},
  },
  guards: {
    hasToken: (_, params: { recalled: RecalledState }) => params.recalled.facts.token !== undefined,
    isRefused: (_, params: { error: unknown }) => problemFrom(params.error).kind === 'unauthorized',
    isCurrentToken: ({ context }, params: { token: string | null }) =>
      context.token === params.token,
    isSignedOutElsewhere: (_, params: { token: string | null }) => params.token === null,
    isAnotherMember: ({ context }, params: { member: Session }) =>
      context.member?.id !== params.member.id,
    isSignedInElsewhere: (_, params: { token: string | null }) => params.token !== null,
  },
  delays: { retryAfter: 15_000, checkAfter: 10_000, giveUpAfter: 5_000 },
}).createMachine({
  id: 'session',
  description: 'Who is signed in.',
  context: {
    token: null,
    member: null,
    subscription: null,
    facts: {},
    opening: {},
    preferences: { theme: 'system', density: 'comfortable' },
    problem: null,
  },
  invoke: [
    { id: 'tabs', src: 'tabs' },
    { id: 'connection', src: 'connection', input: ({ self }) => ({ parent: self }) },
    { id: 'reloadGuard', src: 'reloadGuard' },
  ],
  initial: 'restoring',
  on: {
    'preferences.change': {
      actions: [
        {
          type: 'keepPreferences',
          params: ({ event }) => ({ preferences: event.preferences }),
        },
        {
          type: 'rememberPreferences',
          params: ({ event }) => ({ preferences: event.preferences }),
        },
      ],
    },
  },
  states: {
    restoring: {
      description: "Reading the browser's storage.",
      tags: 'busy',
      invoke: {
        id: 'recall',
        src: 'recall',
        onDone: [
          {
            guard: { type: 'hasToken', params: ({ event }) => ({ recalled: event.output }) },
            target: 'checking',
            actions: [
              { type: 'keepRecalledState', params: ({ event }) => ({ recalled: event.output }) },
              { type: 'keepOpening', params: ({ event }) => ({ recalled: event.output }) },
            ],
          },
          {
            target: 'signedOut',
            actions: [
              {
                type: 'keepPreferences',
                params: ({ event }) => ({ preferences: event.output.preferences }),
              },
              { type: 'keepOpening', params: ({ event }) => ({ recalled: event.output }) },
            ],
          },
        ],
        onError: 'signedOut',
      },
    },
    checking: {
      description: 'The stored session is checked before anything is shown.',
      tags: 'busy',
      invoke: {
        id: 'checkSession',
        src: 'checkSession',
        input: ({ context }) => ({ token: context.token }),
        onDone: {
          target: 'signedIn',
          actions: { type: 'keepMember', params: ({ event }) => ({ member: event.output }) },
        },
        onError: [
          {
            guard: { type: 'isRefused', params: ({ event }) => ({ error: event.error }) },
            target: 'signedOut.expired',
            actions: ['forget', 'forgetMember'],
          },
          {
            target: 'unreachable',
            actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
      on: {
        'session.changed': { target: 'restoring', actions: 'forgetMember' },
        'session.ended': { target: 'signedOut', actions: ['forget', 'forgetMember'] },
      },
    },
    unreachable: {
      description: 'The server did not answer the check. The session is kept and checked again.',
      tags: 'failed',
      after: { retryAfter: 'checking' },
      on: {
        retry: 'checking',
        'network.returned': 'checking',
        'session.leave': 'signingOut',
        'session.changed': { target: 'restoring', actions: 'forgetMember' },
        'session.ended': { target: 'signedOut', actions: ['forget', 'forgetMember'] },
      },
    },
    signedOut: {
      description: 'A page for guests: the sign-in, or a page that is open to everyone.',
      tags: 'guest',
      invoke: [
        {
          id: 'navigation',
          src: 'navigation',
          input: ({ self }) => ({ audience: 'guest', parent: self }),
        },
        { id: 'auth', src: 'auth', input: { member: null } },
      ],
      on: {
        'page.entered': {
          actions: { type: 'sendScreen', params: ({ event }) => ({ screen: event.screen }) },
        },
        'page.changed': {
          actions: { type: 'sendScreen', params: ({ event }) => ({ screen: event.screen }) },
        },
        'member.arrived': {
          target: 'signedIn',
          actions: { type: 'keepMember', params: ({ event }) => ({ member: event.member }) },
        },
        'session.changed': {
          guard: { type: 'isSignedInElsewhere', params: ({ event }) => ({ token: event.token }) },
          target: 'restoring',
        },
      },
      initial: 'idle',
      states: {
        idle: {
          description: 'The sign-in form is ready.',
          entry: 'clearProblem',
          on: {
            'credentials.submit': 'signingIn',
          },
        },
        expired: {
          description: 'The session ended without a sign-out.',
          tags: 'failed',
          entry: 'clearProblem',
          on: {
            'credentials.submit': 'signingIn',
          },
        },
        signingIn: {
          description: 'The credentials are being checked.',
          tags: 'busy',
          entry: 'clearProblem',
          invoke: {
            id: 'login',
            src: 'login',
            input: ({ event }) => credentialsOf(event),
            onDone: {
              target: '#session.signedIn',
              actions: { type: 'keepMember', params: ({ event }) => ({ member: event.output }) },
            },
            onError: {
              target: 'failed',
              actions: { type: 'keepProblem', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        failed: {
          description: 'The server rejected the credentials or did not answer.',
          tags: 'failed',
          on: {
            'credentials.submit': 'signingIn',
          },
        },
      },
    },
    signedIn: {
      description: 'A member is signed in.',
      tags: 'member',
      entry: { type: 'remember', params: ({ context }) => ({ facts: factsOf(context) }) },
      exit: 'clearOpening',
      invoke: [
        {
          id: 'navigation',
          src: 'navigation',
          input: ({ self }) => ({ audience: 'member', parent: self }),
        },
        {
          id: 'auth',
          src: 'auth',
          input: ({ context }) => ({ member: context.member }),
        },
        {
          id: 'workspace',
          src: 'workspace',
          input: ({ context }) => ({
            member: memberOf(context),
            facts: context.facts,
            opening: context.opening,
          }),
        },
      ],
      on: {
        'page.entered': {
          actions: [
            {
              type: 'forwardPage',
              params: ({ event }) => ({ type: 'page.entered', screen: event.screen }),
            },
            { type: 'sendScreen', params: ({ event }) => ({ screen: event.screen }) },
          ],
        },
        'page.changed': {
          actions: [
            {
              type: 'forwardPage',
              params: ({ event }) => ({ type: 'page.changed', screen: event.screen }),
            },
            { type: 'sendScreen', params: ({ event }) => ({ screen: event.screen }) },
          ],
        },
        'member.arrived': [
          {
            guard: { type: 'isAnotherMember', params: ({ event }) => ({ member: event.member }) },
            target: 'signedIn',
            reenter: true,
            actions: [
              'forget',
              'forgetMember',
              { type: 'keepMember', params: ({ event }) => ({ member: event.member }) },
            ],
          },
          {
            target: 'signedIn',
            reenter: true,
            actions: { type: 'keepMember', params: ({ event }) => ({ member: event.member }) },
          },
        ],
        'session.leave': 'signingOut',
        'session.expired': {
          guard: { type: 'isCurrentToken', params: ({ event }) => ({ token: event.token }) },
          target: 'signedOut.expired',
          actions: ['forget', 'forgetMember'],
        },
        'session.changed': [
          {
            guard: { type: 'isCurrentToken', params: ({ event }) => ({ token: event.token }) },
            target: '.checking',
          },
          {
            guard: {
              type: 'isSignedOutElsewhere',
              params: ({ event }) => ({ token: event.token }),
            },
            target: 'signedOut',
            actions: 'forgetMember',
          },
          { target: 'restoring', actions: 'forgetMember' },
        ],
        'session.renewed': {
          target: '.checking',
          actions: [
            { type: 'keepToken', params: ({ event }) => ({ token: event.token }) },
            { type: 'remember', params: ({ context }) => ({ facts: factsOf(context) }) },
          ],
        },
        'session.ended': { target: 'signedOut', actions: ['forget', 'forgetMember'] },
      },
      initial: 'fresh',
      states: {
        fresh: {
          description: 'The session was just checked.',
          after: { checkAfter: 'due' },
        },
        due: {
          description: 'The next change of page checks the session.',
          on: {
            'page.changed': {
              target: 'checking',
              actions: [
                {
                  type: 'forwardPage',
                  params: ({ event }) => ({ type: 'page.changed', screen: event.screen }),
                },
                { type: 'sendScreen', params: ({ event }) => ({ screen: event.screen }) },
              ],
            },
          },
        },
        checking: {
          description:
            'The session is being checked in the background. A rejected token is handled like a rejected call.',
          invoke: {
            id: 'checkSession',
            src: 'checkSession',
            input: ({ context }) => ({ token: context.token }),
            onDone: {
              target: 'fresh',
              actions: [
                { type: 'keepMember', params: ({ event }) => ({ member: event.output }) },
                { type: 'remember', params: ({ context }) => ({ facts: factsOf(context) }) },
                { type: 'notifyMemberChanged', params: ({ event }) => ({ member: event.output }) },
              ],
            },
            onError: 'due',
          },
          on: {
            'page.changed': {
              target: 'checking',
              reenter: true,
              actions: [
                {
                  type: 'forwardPage',
                  params: ({ event }) => ({ type: 'page.changed', screen: event.screen }),
                },
                { type: 'sendScreen', params: ({ event }) => ({ screen: event.screen }) },
              ],
            },
          },
        },
      },
    },
    signingOut: {
      description:
        'The stored data is removed at once; the server has a few seconds to end the session.',
      tags: 'busy',
      entry: ['forget', 'announceSignOut'],
      exit: 'forgetMember',
      invoke: {
        id: 'logout',
        src: 'logout',
        input: ({ context }) => ({ token: context.token }),
        onDone: 'signedOut',
        onError: 'signedOut',
      },
      after: { giveUpAfter: 'signedOut' },
    },
  },
});

export type SessionActor = ActorRefFrom<typeof sessionMachine>;
export type SessionSnapshot = SnapshotFrom<typeof sessionMachine>;

function credentialsOf(event: Event | { type: `xstate.${string}` }): Credentials {
  if (event.type === 'credentials.submit') return event.credentials;
  throw new Error(`"${event.type}" signs no member in.`);
}

function memberOf({ member }: Context): Session {
  if (member) return member;
  throw new Error('The workspace was opened without a member.');
}

const factsOf = ({ member }: Context): StoredFacts =>
  member ? { token: member.token, projects: member.projects, affiliates: member.affiliates } : {};
