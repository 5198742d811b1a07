import {
  type ActorLogic,
  type ActorRefFrom,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  assign,
  type SnapshotFrom,
  sendTo,
  setup,
} from 'xstate';
import type { Session } from '#contract/accounts/session.ts';
import type { Settings } from '#contract/installation/schemas.ts';
import type { TableState } from '#contract/saved-views/table-state.ts';
import type { ViewState } from '#contract/saved-views/view-state.ts';
import type { StoredFacts } from '#model/local-storage.ts';
import type { Query } from '#model/query.ts';
import type { DashboardActor, dashboardMachine } from '../dashboard/dashboard.ts';
import {
  injected,
  injectedMachine,
  machineBy,
  optionalListener,
  type RecoveryEvent,
} from '../kit/injected.ts';
import type { ScreenEvent, ScreenInput } from '../kit/screen.ts';
import { savedViewsMachine } from '../saved-views/saved-views.ts';
import { filterOptionsMachine } from '../selection/filter-options.ts';
import { selectionMachine } from '../selection/selection.ts';
import { exportMachine } from './export.ts';
import {
  hasFigures,
  isFetchedLater,
  isOfWorkspace,
  type Screen,
  type WorkspaceScreen,
  worksWithoutProject,
} from './screens.ts';
import { searchMachine } from './search.ts';
import { shareMachine } from './share.ts';
import { upgradeNoticeMachine } from './upgrade-notice.ts';

type Input = { member: Session; facts: StoredFacts; opening?: ViewState };
type Context = Input & {
  settings: Settings | null;
  query: Query | null;
  screen: Screen | null;
  /** The screens whose code has loaded. */
  fetched: readonly WorkspaceScreen[];
};
type Event =
  | { type: 'page.entered'; screen: Screen }
  | { type: 'page.changed'; screen: Screen }
  | { type: 'selection.changed'; query: Query | null }
  | { type: 'member.changed'; member: Session }
  | { type: 'retry' }
  | { type: 'network.returned' };

/** The screen to open, and the input of its machine. */
export type ScreenStart = ScreenInput<Query | null> & { screen: WorkspaceScreen };
/** The machine of the open screen. */
export type ScreenLogic = ActorLogic<AnyMachineSnapshot, ScreenEvent<Query | null>, ScreenStart>;

/**
 * The workspace of a signed-in member: the selection, and the open screen, which shows data for that selection.
 *
 * One state invokes the machine of the open screen, so leaving the screen aborts its requests. The code of every screen
 * except the dashboard loads when the screen is first opened; if that fails, it is loaded again once the network is
 * back.
 */
export const workspaceMachine = setup({
  types: {} as {
    context: Context;
    events: Event;
    input: Input;
    tags: 'busy' | 'failed';
    children: {
      selection: 'selection';
      screen: 'screen';
      filters: 'filters';
      savedViews: 'savedViews';
      share: 'share';
      export: 'export';
      search: 'search';
      upgradeNotice: 'upgradeNotice';
      readSettings: 'readSettings';
      fetchScreen: 'fetchScreen';
      network: 'network';
    };
  },
  actors: {
    selection: selectionMachine,
    screen: machineBy<ScreenStart, ScreenEvent<Query | null>>(() => injectedMachine('screen')),
    filters: filterOptionsMachine,
    savedViews: savedViewsMachine,
    share: shareMachine,
    export: exportMachine,
    search: searchMachine,
    upgradeNotice: upgradeNoticeMachine,
    readSettings: injected<Settings, void>('readSettings'),
    fetchScreen: injected<WorkspaceScreen, WorkspaceScreen>('fetchScreen'),
    network: optionalListener<RecoveryEvent>(),
  },
  actions: {
    reopenTable: (_, _params: { table: TableState | null }) => {},
    keepSettings: assign({ settings: (_, params: { settings: Settings }) => params.settings }),
    keepQuery: assign({ query: (_, params: { query: Query | null }) => params.query }),
    keepScreen: assign({ screen: (_, params: { screen: Screen }) => params.screen }),
    keepFetched: assign({
      fetched: ({ context }, params: { screen: WorkspaceScreen }) => [
        ...context.fetched,
        params.screen,
      ],
    }),
    keepMember: assign({ member: (_, params: { member: Session }) => params.member }),
    notifyMember: sendTo('selection', ({ context }) => ({
      type: 'member.change',
      member: context.member,
    })),
    notifySelection: sendTo('selection', { type: 'page.changed' }),
    sendQueryToScreen: sendTo('screen', ({ context }) => ({
      type: 'query.change',
      query: context.query,
    })),
    notifyScreen: sendTo('screen', ({ context }) => ({
      type: 'member.change',
      member: context.member,
    })),
    sendQueryToFilters: sendTo('filters', ({ context }) => ({
      type: 'query.change',
      query: queryOf(context),
    })),
  },
  guards: {
    isElsewhere: ({ context }) => !isOfWorkspace(context.screen),
    mustFetch: ({ context: { screen, fetched } }) =>
      isOfWorkspace(screen) && isFetchedLater(screen) && !fetched.includes(screen),
    needsProject: ({ context }) => !canOpen(context, context.query),
    hasFigures: ({ context }) => hasFigures(context.screen),
    isChangedQuery: ({ context }, params: { query: Query | null }) =>
      isChangedQuery(context, params.query),
    isAnotherQuery: ({ context }, params: { query: Query | null }) =>
      canOpen(context, params.query) && isChangedQuery(context, params.query),
  },
}).createMachine({
  id: 'workspace',
  description: 'The selection and the open screen of a signed-in member.',
  context: ({ input }) => ({ ...input, settings: null, query: null, screen: null, fetched: [] }),
  entry: {
    type: 'reopenTable',
    params: ({ context }) => ({ table: context.opening?.table ?? null }),
  },
  invoke: [
    {
      id: 'selection',
      src: 'selection',
      input: ({ context, self }) => ({
        member: context.member,
        facts: context.facts,
        opening: context.opening ?? {},
        parent: self,
      }),
    },
    { id: 'savedViews', src: 'savedViews', input: { scope: null } },
    { id: 'share', src: 'share' },
    { id: 'export', src: 'export' },
    { id: 'search', src: 'search' },
    { id: 'upgradeNotice', src: 'upgradeNotice' },
  ],
  initial: 'preparing',
  on: {
    'selection.changed': {
      guard: { type: 'isChangedQuery', params: ({ event }) => ({ query: event.query }) },
      target: '.deciding',
      actions: { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
    },
    'member.changed': {
      actions: [
        { type: 'keepMember', params: ({ event }) => ({ member: event.member }) },
        'notifyMember',
      ],
    },
    'page.entered': {
      target: '.deciding',
      actions: { type: 'keepScreen', params: ({ event }) => ({ screen: event.screen }) },
    },
    'page.changed': {
      target: '.deciding',
      actions: [
        { type: 'keepScreen', params: ({ event }) => ({ screen: event.screen }) },
        'notifySelection',
      ],
    },
  },
  states: {
    preparing: {
      description:
        'The settings of this installation are being read, once. If that fails, the defaults apply.',
      tags: 'busy',
      on: {
        'selection.changed': {
          actions: { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
        },
        'page.entered': {
          actions: { type: 'keepScreen', params: ({ event }) => ({ screen: event.screen }) },
        },
        'page.changed': {
          actions: [
            { type: 'keepScreen', params: ({ event }) => ({ screen: event.screen }) },
            'notifySelection',
          ],
        },
      },
      invoke: {
        id: 'readSettings',
        src: 'readSettings',
        onDone: {
          target: 'deciding',
          actions: { type: 'keepSettings', params: ({ event }) => ({ settings: event.output }) },
        },
        onError: 'deciding',
      },
    },
    deciding: {
      always: [
        { guard: 'isElsewhere', target: 'elsewhere' },
        { guard: 'needsProject', target: 'unconfigured' },
        { guard: 'mustFetch', target: 'fetching' },
        { target: 'open' },
      ],
    },
    elsewhere: { description: 'The page is not a screen of the workspace.' },
    unconfigured: { description: 'The screen needs a project, but the member has none yet.' },
    fetching: {
      description: 'The code of the screen is loading.',
      tags: 'busy',
      invoke: {
        id: 'fetchScreen',
        src: 'fetchScreen',
        input: ({ context }) => startOf(context).screen,
        onDone: {
          target: 'deciding',
          actions: { type: 'keepFetched', params: ({ event }) => ({ screen: event.output }) },
        },
        onError: 'unfetched',
      },
    },
    unfetched: {
      description: 'The code of the screen failed to load.',
      tags: 'failed',
      invoke: { id: 'network', src: 'network' },
      on: { retry: 'fetching', 'network.returned': 'fetching' },
    },
    open: {
      description: 'A screen is open.',
      invoke: { id: 'screen', src: 'screen', input: ({ context }) => startOf(context) },
      initial: 'deciding',
      on: {
        'selection.changed': {
          guard: { type: 'isAnotherQuery', params: ({ event }) => ({ query: event.query }) },
          actions: [
            { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
            'sendQueryToScreen',
          ],
        },
        'member.changed': {
          actions: [
            { type: 'keepMember', params: ({ event }) => ({ member: event.member }) },
            'notifyScreen',
            'notifyMember',
          ],
        },
      },
      states: {
        deciding: { always: [{ guard: 'hasFigures', target: 'figures' }, { target: 'plain' }] },
        figures: {
          description: 'The screen has figures that can be filtered.',
          invoke: {
            id: 'filters',
            src: 'filters',
            input: ({ context }) => ({
              query: queryOf(context),
              countries: context.facts.countries ?? [],
            }),
          },
          on: {
            'selection.changed': {
              guard: { type: 'isAnotherQuery', params: ({ event }) => ({ query: event.query }) },
              actions: [
                { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
                'sendQueryToScreen',
                'sendQueryToFilters',
              ],
            },
          },
        },
        plain: { description: 'The screen has nothing to filter.' },
      },
    },
  },
});

export type WorkspaceActor = ActorRefFrom<typeof workspaceMachine>;
export type WorkspaceSnapshot = SnapshotFrom<typeof workspaceMachine>;

/**
 * Whether the query differs from the current one. The selection also reports when the clock or the session changes,
 * which rarely changes the query.
 */
const isChangedQuery = (context: Context, query: Query | null): boolean =>
  JSON.stringify(context.query) !== JSON.stringify(query);

/** Whether there is a query, or the screen works without a project. */
const canOpen = ({ screen }: Context, query: Query | null): boolean =>
  query !== null || worksWithoutProject(screen);

function startOf({ screen, member, query, settings }: Context): ScreenStart {
  if (isOfWorkspace(screen)) return { screen, member, query, settings };
  throw new Error('A page outside the workspace was opened in it.');
}

function queryOf({ query }: Pick<Context, 'query'>): Query {
  if (query) return query;
  throw new Error('Figures were asked for without a selection.');
}

/** The actor of the open screen, if it runs the machine with this id. */
export function openScreen<Machine extends AnyStateMachine>(
  { children: { screen } }: Pick<WorkspaceSnapshot, 'children'>,
  id: Machine['id'],
): ActorRefFrom<Machine> | undefined {
  return screen?.getSnapshot().machine.id === id ? (screen as ActorRefFrom<Machine>) : undefined;
}

export const dashboardIn = (workspace: WorkspaceSnapshot): DashboardActor | undefined =>
  openScreen<typeof dashboardMachine>(workspace, 'dashboard');
