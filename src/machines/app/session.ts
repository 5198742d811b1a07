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

/** What memory and the address give back at the start. */
export type Recollection = { facts: StoredFacts; preferences: Preferences; opening?: ViewState };

type Context = {
  /** What calls are signed with. It outlives a server that does not answer. */
  token: string | null;
  member: Session | null;
  /** The company's subscription: the first one. */
  subscription: Session['subscriptions'][number] | null;
  facts: StoredFacts;
  /** What the first address asked for; used up by the first member. */
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
 * Who is here: the root of everything.
 *
 * What needs a member lives inside `signedIn` and ends with it. Only a refusal signs anybody out:
 * a server that cannot be reached leaves the session as it is. Whoever signs up, follows a mailed link or accepts an
 * invite arrives as a member without the sign-in page, and starts over with what is theirs by then. A change of page
 * re-checks the session unless that happened a moment ago; the latest check wins. What a person changes of themselves
 * or of their projects is checked at once, and whoever works with the member hears of it. When another tab signs in,
 * this one starts over as whoever is remembered now.
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
      entrance: 'entrance';
      workspace: 'workspace';
    };
  },
  actors: {
    recall: injected<Recollection, void>('recall'),
    checkSession: injected<Session, { token: string | null }>('checkSession'),
    login: injected<Session, Credentials>('login'),
    logout: injected<void, { token: string | null }>('logout'),
    tabs: injectedListener<
      { type: 'session.ended' } | { type: 'session.changed'; token: string | null }
    >('tabs'),
    connection: connectionMachine,
    reloadGuard: reloadGuardMachine,
    navigation: navigationMachine,
    entrance: authMachine,
    workspace: injectedMachine<typeof workspaceMachine>('workspace'),
  },
  actions: {
    keepRecollection: assign({
      facts: (_, params: { recollection: Recollection }) => params.recollection.facts,
      preferences: (_, params: { recollection: Recollection }) => params.recollection.preferences,
      token: (_, params: { recollection: Recollection }) => params.recollection.facts.token ?? null,
    }),
    keepOpening: assign({
      opening: (_, params: { recollection: Recollection }) => params.recollection.opening ?? {},
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
    tellMember: sendTo('workspace', (_, params: { member: Session }) => ({
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
    tellEntrance: sendTo('entrance', (_, { screen }: { screen: Screen }) => ({
      type: 'screen.shown',
      screen: isAuthScreen(screen) ? screen : null,
    })),
    remember: (_, _params: { facts: StoredFacts }) => {},
    rememberPreferences: (_, _params: { preferences: Preferences }) => {},
    forget: () => {},
    tellTabs: () => {},
  },
  guards: {
    hasToken: (_, params: { recollection: Recollection }) =>
      params.recollection.facts.token !== undefined,
    isRefused: (_, params: { error: unknown }) => problemFrom(params.error).kind === 'unauthorized',
    isOurs: ({ context }, params: { token: string | null }) => context.token === params.token,
    isNobodys: (_, params: { token: string | null }) => params.token === null,
    isAnother: ({ context }, params: { member: Session }) =>
      context.member?.id !== params.member.id,
    isSomebodys: (_, params: { token: string | null }) => params.token !== null,
  },
  delays: { retryAfter: 15_000, checkAfter: 10_000, giveUpAfter: 5_000 },
}).createMachine({
  id: 'session',
  description: 'Who is here.',
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
      description: 'Reading what this browser remembers.',
      tags: 'busy',
      invoke: {
        id: 'recall',
        src: 'recall',
        onDone: [
          {
            guard: { type: 'hasToken', params: ({ event }) => ({ recollection: event.output }) },
            target: 'checking',
            actions: [
              { type: 'keepRecollection', params: ({ event }) => ({ recollection: event.output }) },
              { type: 'keepOpening', params: ({ event }) => ({ recollection: event.output }) },
            ],
          },
          {
            target: 'signedOut',
            actions: [
              {
                type: 'keepPreferences',
                params: ({ event }) => ({ preferences: event.output.preferences }),
              },
              { type: 'keepOpening', params: ({ event }) => ({ recollection: event.output }) },
            ],
          },
        ],
        onError: 'signedOut',
      },
    },
    checking: {
      description: 'A remembered session is shown to the server before anything else is.',
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
      description: 'A page for guests: the sign-in, or one that everybody may see.',
      tags: 'guest',
      invoke: [
        {
          id: 'navigation',
          src: 'navigation',
          input: ({ self }) => ({ audience: 'guest', parent: self }),
        },
        { id: 'entrance', src: 'entrance', input: { member: null } },
      ],
      on: {
        'page.entered': {
          actions: { type: 'tellEntrance', params: ({ event }) => ({ screen: event.screen }) },
        },
        'page.changed': {
          actions: { type: 'tellEntrance', params: ({ event }) => ({ screen: event.screen }) },
        },
        'member.arrived': {
          target: 'signedIn',
          actions: { type: 'keepMember', params: ({ event }) => ({ member: event.member }) },
        },
        'session.changed': {
          guard: { type: 'isSomebodys', params: ({ event }) => ({ token: event.token }) },
          target: 'restoring',
        },
      },
      initial: 'idle',
      states: {
        idle: {
          description: 'Nobody has tried to sign in yet.',
          entry: 'clearProblem',
          on: {
            'credentials.submit': 'signingIn',
          },
        },
        expired: {
          description: 'The session ended without the person asking for it.',
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
          description: 'The server refused the credentials, or could not be asked.',
          tags: 'failed',
          on: {
            'credentials.submit': 'signingIn',
          },
        },
      },
    },
    signedIn: {
      description: 'Somebody is here; whatever needs a member runs inside this state.',
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
          id: 'entrance',
          src: 'entrance',
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
            { type: 'tellEntrance', params: ({ event }) => ({ screen: event.screen }) },
          ],
        },
        'page.changed': {
          actions: [
            {
              type: 'forwardPage',
              params: ({ event }) => ({ type: 'page.changed', screen: event.screen }),
            },
            { type: 'tellEntrance', params: ({ event }) => ({ screen: event.screen }) },
          ],
        },
        'member.arrived': [
          {
            guard: { type: 'isAnother', params: ({ event }) => ({ member: event.member }) },
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
          guard: { type: 'isOurs', params: ({ event }) => ({ token: event.token }) },
          target: 'signedOut.expired',
          actions: ['forget', 'forgetMember'],
        },
        'session.changed': [
          {
            guard: { type: 'isOurs', params: ({ event }) => ({ token: event.token }) },
            target: '.checking',
          },
          {
            guard: { type: 'isNobodys', params: ({ event }) => ({ token: event.token }) },
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
          description: 'The session was checked a moment ago.',
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
                { type: 'tellEntrance', params: ({ event }) => ({ screen: event.screen }) },
              ],
            },
          },
        },
        checking: {
          description:
            'The session is being checked behind the page that was opened. A refusal arrives as a refused call.',
          invoke: {
            id: 'checkSession',
            src: 'checkSession',
            input: ({ context }) => ({ token: context.token }),
            onDone: {
              target: 'fresh',
              actions: [
                { type: 'keepMember', params: ({ event }) => ({ member: event.output }) },
                { type: 'remember', params: ({ context }) => ({ facts: factsOf(context) }) },
                { type: 'tellMember', params: ({ event }) => ({ member: event.output }) },
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
                { type: 'tellEntrance', params: ({ event }) => ({ screen: event.screen }) },
              ],
            },
          },
        },
      },
    },
    signingOut: {
      description:
        'Everything here is forgotten at once; the server is told for a few seconds at most.',
      tags: 'busy',
      entry: ['forget', 'tellTabs'],
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
  throw new Error(`"${event.type}" cannot sign anybody in.`);
}

function memberOf({ member }: Context): Session {
  if (member) return member;
  throw new Error('The workspace was opened without a member.');
}

const factsOf = ({ member }: Context): StoredFacts =>
  member ? { token: member.token, projects: member.projects, affiliates: member.affiliates } : {};
