import { createActor } from 'xstate';
import type { Question, TableQuestion } from '#contract/query.ts';
import type { CcData, GraphPoint, RcData, Table } from '#contract/report.ts';
import { breakdownMachine } from '#machines/breakdown.ts';
import { dashboardMachine } from '#machines/dashboard.ts';
import { loaderOf } from '#machines/loader.ts';
import { navigationMachine } from '#machines/navigation.ts';
import { detourFor } from '#machines/routes.ts';
import { selectionMachine } from '#machines/selection.ts';
import { factsOf, openingOf } from '#machines/selection-rules.ts';
import { type SessionActor, sessionMachine } from '#machines/session.ts';
import { workspaceMachine } from '#machines/workspace.ts';
import { checkSession, login, logout } from '#services/accounts.ts';
import { readAddress, writeAddress } from '#services/address.ts';
import { createApi } from '#services/api.ts';
import { tellTime } from '#services/clock.ts';
import type { Config } from '#services/config.ts';
import { createCube } from '#services/cube.ts';
import { cubeReports } from '#services/cube-reports.ts';
import { scrollTo, watchLocation } from '#services/location.ts';
import { createMemory, recall } from '#services/memory.ts';
import { load, readHistory, restReports } from '#services/reports.ts';
import { readSettings } from '#services/settings.ts';
import { createTabs } from '#services/tabs.ts';

/** The world outside the app. Tests bring another one. */
export type World = {
  window: Window;
  config: Config;
  fetch: typeof fetch;
  now: () => number;
  /** Another tab's voice; none where the browser has no channels. */
  channel: BroadcastChannel | null;
  navigate: (to: string, options: { replace: boolean }) => void;
  warn: (message: string) => void;
  report: (message: string, reason: unknown) => void;
};

/** Joins machines and services. The one place that knows both. */
export function createSession(world: World): SessionActor {
  const { config, window } = world;
  const tokenOf = (): string | null => session.getSnapshot().context.token;
  const api = createApi({
    baseUrl: config.api_base_url,
    fetch: world.fetch,
    token: tokenOf,
    refused: (token) => session.send({ type: 'session.expired', token }),
    broken: (call, reason) => world.report(`The answer to ${call} breaks the contract.`, reason),
  });
  const memory = createMemory(
    () => window.localStorage,
    () => world.warn('Some saved settings could not be read and were reset.'),
  );
  const tabs = createTabs(world.channel);
  const history = readHistory(api);
  const rest = restReports(api, history);
  const cube = cubeReports({
    cube: createCube({
      api,
      fetch: world.fetch,
      url: config.cube_api_url,
      token: tokenOf,
      now: world.now,
    }),
    api,
    history,
    now: world.now,
  });

  const selection = selectionMachine.provide({
    actors: { clock: tellTime(world.now) },
    actions: {
      remember: ({ context }) => {
        memory.remember(factsOf(context));
        const { pathname, search, hash } = window.location;
        const asked = writeAddress(search, openingOf(context));
        if (asked !== search) world.navigate(`${pathname}${asked}${hash}`, { replace: true });
      },
    },
  });
  const dashboard = dashboardMachine.provide({
    actors: {
      totals: loaderOf<RcData, Question>().provide({
        actors: { load: load({ rest: rest.totals, cube: cube.totals }) },
      }),
      clicks: loaderOf<CcData, Question>().provide({
        actors: { load: load({ rest: rest.clicks, cube: rest.clicks }) },
      }),
      graph: loaderOf<GraphPoint[], Question>().provide({
        actors: { load: load({ rest: rest.graph, cube: cube.graph }) },
      }),
      breakdown: breakdownMachine.provide({
        actors: {
          rows: loaderOf<Table, TableQuestion>().provide({
            actors: { load: load({ rest: rest.table, cube: cube.table }) },
          }),
        },
      }),
    },
  });

  const session: SessionActor = createActor(
    sessionMachine.provide({
      actors: {
        recall: recall(memory, () => readAddress(window.location.search)),
        checkSession: checkSession(api),
        login: login(api),
        logout: logout(api),
        tabs: tabs.listen,
        navigation: navigationMachine.provide({
          actors: { location: watchLocation(window) },
          actions: {
            detour: (_, { place, audience }) => {
              const to = detourFor(place, audience);
              if (to !== null) world.navigate(to, { replace: true });
            },
            scrollUp: (_, { hash }) => scrollTo(window, hash),
          },
        }),
        workspace: workspaceMachine.provide({
          actors: { selection, dashboard, readSettings: readSettings(api) },
        }),
      },
      actions: {
        remember: (_, { facts }) => memory.remember(facts),
        rememberPreferences: (_, { preferences }) => memory.rememberPreferences(preferences),
        forget: () => memory.forget(),
        tellTabs: () => tabs.tell(),
      },
    }),
    { systemId: 'session' },
  );
  session.subscribe({ error: (reason) => world.report('The app stopped working.', reason) });
  return session;
}
