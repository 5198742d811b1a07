import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate';
import type { Session } from '#contract/accounts/session.ts';
import { isDefaultAttribution } from '#contract/analytics/attribution.ts';
import type { TableState } from '#contract/saved-views/table-state.ts';
import type { ViewState } from '#contract/saved-views/view-state.ts';
import type { Settings } from '#contract/settings/schemas.ts';
import type { StoredFacts } from '#model/local-storage.ts';
import type { Query, Question } from '#model/query.ts';
import type { conversionsMachine } from '../conversions/conversions.ts';
import { dashboardMachine } from '../dashboard/dashboard.ts';
import { injected, injectedMachine, optionalListener, type Recovery } from '../kit/injected.ts';
import type { pixelsMachine } from '../pixels/pixels.ts';
import { savedViewsMachine } from '../saved-views/saved-views.ts';
import { filterOptionsMachine } from '../selection/filter-options.ts';
import { selectionMachine } from '../selection/selection.ts';
import type { settingsMachine } from '../settings/settings.ts';
import { exportMachine } from './export.ts';
import { isFetchedLater, type LaterScreen, type Screen } from './routes.ts';
import { shareMachine } from './share.ts';

type Input = { member: Session; facts: StoredFacts; opening?: ViewState };
type Context = Input & {
  settings: Settings | null;
  query: Query | null;
  screen: Screen | null;
  /** The screens whose code has come. */
  fetched: readonly LaterScreen[];
};
type Event =
  | { type: 'page.entered'; screen: Screen }
  | { type: 'page.changed'; screen: Screen }
  | { type: 'selection.changed'; query: Query | null }
  | { type: 'member.changed'; member: Session }
  | { type: 'retry' }
  | { type: 'network.returned' };

/**
 * What a signed-in member works with: the selection, and the screen that asks about it.
 *
 * Each screen with figures is a state that invokes its machine, so leaving the screen ends its requests. The code of
 * all but the dashboard comes when it is first opened; where it did not come, it is asked for again once the network is
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
      dashboard: 'dashboard';
      conversions: 'conversions';
      pixels: 'pixels';
      settings: 'settings';
      filters: 'filters';
      savedViews: 'savedViews';
      share: 'share';
      export: 'export';
      readSettings: 'readSettings';
      fetchScreen: 'fetchScreen';
      network: 'network';
    };
  },
  actors: {
    selection: selectionMachine,
    dashboard: dashboardMachine,
    conversions: injectedMachine<typeof conversionsMachine>('conversions'),
    pixels: injectedMachine<typeof pixelsMachine>('pixels'),
    settings: injectedMachine<typeof settingsMachine>('settings'),
    filters: filterOptionsMachine,
    savedViews: savedViewsMachine,
    share: shareMachine,
    export: exportMachine,
    readSettings: injected<Settings, void>('readSettings'),
    fetchScreen: injected<LaterScreen, LaterScreen>('fetchScreen'),
    network: optionalListener<Recovery>(),
  },
  actions: {
    reopenTable: (_, _params: { table: TableState | null }) => {},
    keepSettings: assign({ settings: (_, params: { settings: Settings }) => params.settings }),
    keepQuery: assign({ query: (_, params: { query: Query | null }) => params.query }),
    keepScreen: assign({ screen: (_, params: { screen: Screen }) => params.screen }),
    keepFetched: assign({
      fetched: ({ context }, params: { screen: LaterScreen }) => [
        ...context.fetched,
        params.screen,
      ],
    }),
    keepMember: assign({ member: (_, params: { member: Session }) => params.member }),
    tellMember: sendTo('selection', ({ context }) => ({
      type: 'member.change',
      member: context.member,
    })),
    tellSelection: sendTo('selection', { type: 'page.changed' }),
    askDashboard: sendTo('dashboard', ({ context }) => ({
      type: 'query.change',
      question: questionOf(context),
    })),
    askConversions: sendTo('conversions', ({ context }) => ({
      type: 'query.change',
      query: queryOf(context),
    })),
    askPixels: sendTo('pixels', ({ context }) => ({
      type: 'query.change',
      query: queryOf(context),
    })),
    tellSettings: sendTo('settings', ({ context }) => ({
      type: 'project.change',
      project: context.query?.project ?? null,
    })),
    tellSettingsMember: sendTo('settings', ({ context }) => ({
      type: 'member.change',
      member: context.member,
    })),
    askFilters: sendTo('filters', ({ context }) => ({
      type: 'query.change',
      query: queryOf(context),
    })),
  },
  guards: {
    isElsewhere: ({ context }) =>
      context.screen !== 'dashboard' &&
      context.screen !== 'conversions' &&
      context.screen !== 'pixels' &&
      context.screen !== 'settings',
    isLog: ({ context }) => context.screen === 'conversions',
    isPixels: ({ context }) => context.screen === 'pixels',
    isSettings: ({ context }) => context.screen === 'settings',
    isToFetch: ({ context: { screen, fetched } }) =>
      isFetchedLater(screen) && !fetched.includes(screen),
    hasNothingToAsk: ({ context }) => context.query === null && context.screen !== 'settings',
    isNews: ({ context }, params: { query: Query | null }) => isNews(context, params.query),
    isAnotherQuery: ({ context }, params: { query: Query | null }) =>
      params.query !== null && isNews(context, params.query),
  },
}).createMachine({
  id: 'workspace',
  description: 'What a signed-in member works with.',
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
  ],
  initial: 'preparing',
  on: {
    'selection.changed': {
      guard: { type: 'isNews', params: ({ event }) => ({ query: event.query }) },
      target: '.deciding',
      actions: { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
    },
    'member.changed': {
      actions: [
        { type: 'keepMember', params: ({ event }) => ({ member: event.member }) },
        'tellMember',
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
        'tellSelection',
      ],
    },
  },
  states: {
    preparing: {
      description:
        'What this installation has switched on is being read, once. Failing that, defaults hold.',
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
            'tellSelection',
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
        { guard: 'hasNothingToAsk', target: 'unconfigured' },
        { guard: 'isToFetch', target: 'fetching' },
        { guard: 'isLog', target: 'conversions' },
        { guard: 'isPixels', target: 'pixels' },
        { guard: 'isSettings', target: 'settings' },
        { target: 'dashboard' },
      ],
    },
    elsewhere: { description: 'A page without figures.' },
    unconfigured: { description: 'A page of figures for somebody who has no project yet.' },
    fetching: {
      description: 'The code of a screen is on its way.',
      tags: 'busy',
      invoke: {
        id: 'fetchScreen',
        src: 'fetchScreen',
        input: ({ context }) => laterScreenOf(context),
        onDone: {
          target: 'deciding',
          actions: { type: 'keepFetched', params: ({ event }) => ({ screen: event.output }) },
        },
        onError: 'unfetched',
      },
    },
    unfetched: {
      description: 'The code of a screen did not come.',
      tags: 'failed',
      invoke: { id: 'network', src: 'network' },
      on: { retry: 'fetching', 'network.returned': 'fetching' },
    },
    dashboard: {
      description: 'The figures of the selection.',
      invoke: [
        {
          id: 'dashboard',
          src: 'dashboard',
          input: ({ context }) => ({
            question: questionOf(context),
            isGrowing: context.settings?.filling !== undefined,
          }),
        },
        {
          id: 'filters',
          src: 'filters',
          input: ({ context }) => ({
            query: queryOf(context),
            countries: context.facts.countries ?? [],
          }),
        },
      ],
      on: {
        'selection.changed': {
          guard: { type: 'isAnotherQuery', params: ({ event }) => ({ query: event.query }) },
          actions: [
            { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
            'askDashboard',
            'askFilters',
          ],
        },
      },
    },
    conversions: {
      description: 'The log of conversions of the selection.',
      invoke: [
        {
          id: 'conversions',
          src: 'conversions',
          input: ({ context }) => ({ query: queryOf(context) }),
        },
        {
          id: 'filters',
          src: 'filters',
          input: ({ context }) => ({
            query: queryOf(context),
            countries: context.facts.countries ?? [],
          }),
        },
      ],
      on: {
        'selection.changed': {
          guard: { type: 'isAnotherQuery', params: ({ event }) => ({ query: event.query }) },
          actions: [
            { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
            'askConversions',
            'askFilters',
          ],
        },
      },
    },
    pixels: {
      description: 'The pixels of the project.',
      invoke: {
        id: 'pixels',
        src: 'pixels',
        input: ({ context }) => ({ query: queryOf(context), member: context.member }),
      },
      on: {
        'selection.changed': {
          guard: { type: 'isAnotherQuery', params: ({ event }) => ({ query: event.query }) },
          actions: [
            { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
            'askPixels',
          ],
        },
      },
    },
    settings: {
      description: 'What a person says of themselves, and what the project is made of.',
      invoke: {
        id: 'settings',
        src: 'settings',
        input: ({ context }) => ({
          member: context.member,
          project: context.query?.project ?? null,
        }),
      },
      on: {
        'selection.changed': {
          actions: [
            { type: 'keepQuery', params: ({ event }) => ({ query: event.query }) },
            'tellSettings',
          ],
        },
        'member.changed': {
          actions: [
            { type: 'keepMember', params: ({ event }) => ({ member: event.member }) },
            'tellSettingsMember',
            'tellMember',
          ],
        },
      },
    },
  },
});

export type WorkspaceActor = ActorRefFrom<typeof workspaceMachine>;
export type WorkspaceSnapshot = SnapshotFrom<typeof workspaceMachine>;

/** The clock and the session make the selection speak, and seldom change what it asks. */
const isNews = (context: Context, query: Query | null): boolean =>
  JSON.stringify(context.query) !== JSON.stringify(query);

/** The analytics endpoint answers the default view only, where the installation says so; not knowing counts as no. */
function questionOf({ settings, ...context }: Context): Question {
  const query = queryOf(context);
  return { ...query, source: settings?.use_cube && isDefaultAttribution(query) ? 'cube' : 'rest' };
}

function laterScreenOf({ screen }: Context): LaterScreen {
  if (isFetchedLater(screen)) return screen;
  throw new Error('The code of a screen was asked for that is always there.');
}

function queryOf({ query }: Pick<Context, 'query'>): Query {
  if (query) return query;
  throw new Error('The dashboard was asked without a selection.');
}
