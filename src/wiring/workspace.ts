import pLimit from 'p-limit';
import type {
  CcData,
  CountryRow,
  Funnel,
  GraphPoint,
  MonthRow,
  Payment,
  RcData,
  RevenueRange,
  StateRow,
  Table,
} from '#contract/analytics/report.ts';
import type { WeekdayHour } from '#contract/analytics/weekday-hours.ts';
import { exportMachine } from '#machines/app/export.ts';
import { hasSelection, ownsDays } from '#machines/app/routes.ts';
import { searchMachine } from '#machines/app/search.ts';
import { shareMachine } from '#machines/app/share.ts';
import { upgradeNoticeMachine } from '#machines/app/upgrade-notice.ts';
import { workspaceMachine } from '#machines/app/workspace.ts';
import { annotationsMachine } from '#machines/dashboard/annotations.ts';
import { breakdownMachine } from '#machines/dashboard/breakdown.ts';
import { tableStateOf } from '#machines/dashboard/breakdown-model.ts';
import { dashboardMachine } from '#machines/dashboard/dashboard.ts';
import { demoBackfillMachine } from '#machines/dashboard/demo-backfill.ts';
import { figureListMachine, figureRowsMachine } from '#machines/dashboard/figure-rows.ts';
import { firstEventMachine } from '#machines/dashboard/first-event.ts';
import { regionsMachine } from '#machines/dashboard/regions.ts';
import { weekdayHoursMachine } from '#machines/dashboard/weekday-hours.ts';
import { loaderOf } from '#machines/kit/loader.ts';
import { savedViewsMachine } from '#machines/saved-views/saved-views.ts';
import { filterOptionsMachine } from '#machines/selection/filter-options.ts';
import { selectionMachine } from '#machines/selection/selection.ts';
import { factsOf, viewStateOf } from '#machines/selection/selection-model.ts';
import type { Question, StatesQuestion, TableQuestion } from '#model/query.ts';
import { copyLink } from '#services/app/share-link.ts';
import {
  readAnnotations,
  removeNote,
  restoreNote,
  saveNote,
} from '#services/dashboard/annotations.ts';
import { createCube } from '#services/dashboard/cube/client.ts';
import { cubeReports } from '#services/dashboard/cube/reports.ts';
import { readDefinitions } from '#services/dashboard/definitions.ts';
import { watchFigureLink } from '#services/dashboard/figure-link.ts';
import { readFirstEvents, readProjectHistory } from '#services/dashboard/first-event.ts';
import { createProjectHistory, reportLoads, restReports } from '#services/dashboard/reports.ts';
import { createTableAddress } from '#services/dashboard/table-address.ts';
import { watchClock } from '#services/kit/clock.ts';
import { lazy } from '#services/kit/lazy.ts';
import { createGoTo } from '#services/kit/location.ts';
import { watchReconnect } from '#services/kit/network.ts';
import { whenVisible } from '#services/kit/visibility.ts';
import {
  actOnViews,
  readViews,
  removeView,
  restoreView,
} from '#services/saved-views/saved-views.ts';
import { addressOf, readScreenState } from '#services/saved-views/screen-address.ts';
import { createAddress } from '#services/selection/address.ts';
import { readValues } from '#services/selection/filter-options.ts';
import { readSettings } from '#services/settings/settings.ts';
import type { Environment } from './environment.ts';
import { createScreens } from './screens.ts';
import type { Services } from './session-services.ts';

/**
 * A browser opens six connections to a server. At most six reports are requested at once, in reading order: if all were
 * requested at once, the first would arrive together with the last.
 */
const connections = 6;

/** Provides the workspace machine with its services. This code loads with the sign-in. */
export function createWorkspace({
  environment,
  services,
  token,
  renewed,
}: {
  environment: Environment;
  services: Services;
  token: () => string | null;
  /** Reports that the data of the member has changed on the server; a null token means that the token is unchanged. */
  renewed: (token: string | null) => void;
}): typeof workspaceMachine {
  const { window } = environment;
  const { api, memory, config, settings, reach } = services;
  const goTo = createGoTo(environment);
  const history = createProjectHistory(api);
  const rest = restReports(api, history);
  const endpoint = createCube({
    api,
    fetch: reach.fetch,
    url: config.cube_api_url,
    token,
    now: environment.now,
  });
  const cube = cubeReports({
    cube: endpoint,
    api,
    history,
    longTable: rest.table,
    now: environment.now,
  });
  void settings.prefetched.then(({ use_cube }) => {
    if (use_cube) endpoint.preload();
  });

  const address = createAddress(window, goTo, hasSelection, ownsDays);
  const selection = selectionMachine.provide({
    actors: { clock: watchClock(environment.now), address: address.watch },
    actions: {
      remember: ({ context }) => memory.remember(factsOf(context)),
      addToAddress: ({ context }) => address.add(viewStateOf(context)),
      correctAddress: ({ context }) => address.correct(viewStateOf(context)),
      showUndo: ({ self }) =>
        environment.undoToast('The filters are cleared.', 'Undo', () =>
          self.send({ type: 'filters.restore' }),
        ),
    },
  });
  const network = watchReconnect(window, reach);
  const filters = filterOptionsMachine.provide({
    actors: { network, readValues: readValues(api, (countries) => memory.remember({ countries })) },
  });
  const tableAddress = createTableAddress(window, goTo, hasSelection);
  const seen = whenVisible(window);
  const turn = pLimit(connections);
  const { load, loadRest } = reportLoads(seen, turn);
  const rowsOfFigure = lazy(async () =>
    (await import('#services/dashboard/figure-rows.ts')).readFigureRows(api),
  );
  const dashboard = dashboardMachine.provide({
    actors: {
      totals: loaderOf<RcData, Question>().provide({
        actors: { network, load: load({ rest: rest.totals, cube: cube.totals }) },
      }),
      clicks: loaderOf<CcData, Question>().provide({
        actors: { network, load: loadRest(rest.clicks) },
      }),
      graph: loaderOf<GraphPoint[], Question>().provide({
        actors: { network, load: load({ rest: rest.graph, cube: cube.graph }) },
      }),
      annotations: annotationsMachine.provide({
        actors: {
          network,
          readEntries: readAnnotations(api, seen),
          saveEntry: saveNote(api),
          removeEntry: removeNote(api),
          restoreEntry: restoreNote(api),
        },
        actions: {
          showUndo: ({ self }, { entry }) =>
            environment.undoToast(
              `“${entry.text}” was removed.`,
              'Undo',
              () => self.send({ type: 'entry.restore', entry }),
              `note-${entry.id}-removed`,
            ),
        },
      }),
      breakdown: breakdownMachine.provide({
        actors: {
          recallTable: tableAddress.watch(memory.columns),
          rows: loaderOf<Table, TableQuestion>().provide({
            actors: { network, load: load({ rest: rest.table, cube: cube.table }) },
          }),
        },
        actions: {
          pushAddress: ({ context }) => tableAddress.visit(tableStateOf(context)),
          replaceAddress: ({ context }) => tableAddress.correct(tableStateOf(context)),
          completeAddress: ({ context }) => tableAddress.complete(tableStateOf(context)),
          rememberColumns: ({ context }) => memory.rememberColumns(context.columns),
        },
      }),
      countries: loaderOf<CountryRow[], Question>().provide({
        actors: { network, load: loadRest(rest.countries) },
      }),
      states: regionsMachine.provide({
        actors: {
          rows: loaderOf<StateRow[], StatesQuestion>().provide({
            actors: { network, load: loadRest(rest.states) },
          }),
        },
      }),
      weekdayHours: weekdayHoursMachine.provide({
        actors: {
          rows: loaderOf<WeekdayHour[], Question>().provide({
            actors: { network, load: loadRest(rest.weekdayHours) },
          }),
        },
      }),
      revenue: loaderOf<RevenueRange, Question>().provide({
        actors: { network, load: loadRest(rest.revenue) },
      }),
      months: loaderOf<MonthRow[], Question>().provide({
        actors: { network, load: load({ rest: rest.months, cube: cube.months }) },
      }),
      funnel: loaderOf<Funnel, Question>().provide({
        actors: { network, load: loadRest(rest.funnel) },
      }),
      payments: loaderOf<Payment[], Question>().provide({
        actors: { network, load: loadRest(rest.payments) },
      }),
      allPayments: loaderOf<Payment[], Question>().provide({
        actors: { network, load: loadRest(rest.allPayments) },
      }),
      figureRows: figureRowsMachine.provide({
        actors: {
          link: watchFigureLink(window, goTo),
          list: figureListMachine.provide({ actors: { network, readPage: rowsOfFigure } }),
        },
      }),
      readDefinitions: readDefinitions(api, turn),
      demoBackfill: demoBackfillMachine.provide({
        actors: { readSettings: readSettings(settings, () => {}) },
      }),
      firstEvent: firstEventMachine.provide({
        actors: {
          readProjectHistory: readProjectHistory(history),
          readFirstEvents: readFirstEvents(api, history),
        },
      }),
    },
  });

  const screens = createScreens(dashboard, {
    environment,
    services,
    goTo,
    network,
    history,
    loadRest,
    token,
    renewed,
  });

  const savedViews = savedViewsMachine.provide({
    actors: {
      network,
      readEntries: readViews(api),
      runAction: actOnViews({
        api,
        onScreen: () => readScreenState(window.location),
        show: ({ opening }) => {
          const { path, search } = addressOf(opening);
          // A change of page resets the days and the filters, so those of the view are set after it, in the same step.
          const isElsewhere = window.location.pathname !== path;
          if (isElsewhere) goTo(path);
          goTo(`${path}${search}`, { replace: isElsewhere });
        },
      }),
      removeEntry: removeView(api),
      restoreEntry: restoreView(api),
    },
    actions: {
      announceAction: ({ context: { action }, self }) => {
        if (action?.kind !== 'update') return;
        const { view } = action;
        environment.undoToast(
          `“${view.name}” opens with what is on screen now.`,
          'Undo',
          () => self.send({ type: 'action.run', action: { kind: 'revert', view } }),
          `view-${view.id}-updated`,
        );
      },
      showUndo: ({ self }, { entry }) =>
        environment.undoToast(
          `“${entry.name}” was removed.`,
          'Undo',
          () => self.send({ type: 'entry.restore', entry }),
          `view-${entry.id}-removed`,
        ),
    },
  });

  return workspaceMachine.provide({
    actors: {
      selection,
      screen: screens.screen,
      fetchScreen: screens.fetchScreen,
      network,
      filters,
      savedViews,
      share: shareMachine.provide({ actors: { copyLink: copyLink(window) } }),
      export: exportMachine.provide({
        actors: {
          saveExport: lazy(async () =>
            (await import('#services/app/export.ts')).saveExport(api, window),
          ),
        },
      }),
      search: searchMachine.provide({
        actors: {
          searchProject: lazy(async () =>
            (await import('#services/app/search.ts')).searchProject(api),
          ),
        },
      }),
      upgradeNotice: upgradeNoticeMachine.provide({
        actors: {
          runTask: lazy(async () =>
            (await import('#services/app/upgrade-notices.ts')).dismissNotice(api, () =>
              renewed(null),
            ),
          ),
        },
      }),
      readSettings: readSettings(settings, endpoint.preload),
    },
    actions: {
      reopenTable: (_, { table }) => {
        if (table) tableAddress.reopen(table);
      },
    },
  });
}
