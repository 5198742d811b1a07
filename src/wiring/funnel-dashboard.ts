import type {
  FunnelReport,
  FunnelTrend,
  Opportunities,
  TimeToConvert,
} from '#contract/funnels/report.ts';
import type { funnelDashboardMachine } from '#machines/funnels/funnel-dashboard.ts';
import {
  funnelPeopleMachine,
  peopleListMachine,
  savePeopleMachine,
} from '#machines/funnels/funnel-people.ts';
import { loaderOf } from '#machines/kit/loader.ts';
import type {
  EntryQuestion,
  ReportQuestion,
  TimeQuestion,
  TrendQuestion,
} from '#model/funnel-dashboard.ts';
import { funnelViewParams, paramsOf } from '#model/funnel-view.ts';
import { reportStaleAfter } from '#model/funnels.ts';
import { createFunnelAddress } from '#services/funnels/funnel-address.ts';
import { funnelReports, readPeople, savePeople } from '#services/funnels/funnel-reports.ts';
import { readFunnel } from '#services/funnels/one-funnel.ts';
import { whenVisible } from '#services/kit/visibility.ts';
import type { ScreenParts } from './screens.ts';

const delays = { staleAfter: reportStaleAfter };

/** Provides the machine of a funnel's dashboard. */
export function provideFunnelDashboard(
  machine: typeof funnelDashboardMachine,
  { environment: { window, now }, services: { api }, goTo, network }: ScreenParts,
): typeof funnelDashboardMachine {
  const address = createFunnelAddress(
    window,
    goTo,
    (path) => path.startsWith('/funnels/dashboard/'),
    funnelViewParams,
  );
  const reports = funnelReports(api, now, whenVisible(window));
  return machine.provide({
    actors: {
      address: address.watch,
      network,
      readFunnel: readFunnel(api),
      report: loaderOf<FunnelReport, ReportQuestion>().provide({
        actors: { network, load: reports.report },
        delays,
      }),
      opportunities: loaderOf<Opportunities, EntryQuestion>().provide({
        actors: { network, load: reports.opportunities },
        delays,
      }),
      trend: loaderOf<FunnelTrend, TrendQuestion>().provide({
        actors: { network, load: reports.trend },
        delays,
      }),
      time: loaderOf<TimeToConvert, TimeQuestion>().provide({
        actors: { network, load: reports.time },
        delays,
      }),
      people: funnelPeopleMachine.provide({
        actors: {
          list: peopleListMachine.provide({
            actors: { network, readPage: readPeople(api, now) },
          }),
          saving: savePeopleMachine.provide({
            actors: { runTask: savePeople(api, window, now) },
          }),
        },
      }),
    },
    actions: {
      rewriteAddress: ({ context }) =>
        address.correct({ range: context.view.range, params: paramsOf(context.view) }),
    },
  });
}
