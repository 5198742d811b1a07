import { createActor, fromCallback, fromPromise } from 'xstate';
import type {
  FunnelReport,
  FunnelTrend,
  Opportunities,
  TimeToConvert,
} from '#contract/funnels/report.ts';
import { funnelDashboardMachine } from '#machines/funnels/funnel-dashboard.ts';
import { funnelPeopleMachine, peopleListMachine } from '#machines/funnels/funnel-people.ts';
import { loaderOf } from '#machines/kit/loader.ts';
import type {
  EntryQuestion,
  ReportQuestion,
  TimeQuestion,
  TrendQuestion,
} from '#model/funnel-dashboard.ts';
import type { Query, ReportResponse } from '#model/query.ts';
import { FunnelDashboardScreen } from '#views/funnels/FunnelDashboardScreen.tsx';
import {
  funnelReport,
  funnelTrend,
  opportunities,
  peoplePage,
  timeToConvert,
} from '../../funnel-report.ts';
import { funnelDashboardPlan } from '../../plans/funnels/funnel-dashboard.ts';
import { recordingParent } from '../../recording-parent.ts';
import { answered, member } from '../../samples.ts';
import { sceneOf } from '../../scene.ts';
import { stubbedSelection, withActors } from '../../stub-machines.ts';

const { parent } = recordingParent<{ type: 'selection.changed'; query: Query | null }>();

export const dashboardSelection = () =>
  createActor(stubbedSelection, { input: { member, facts: {}, parent } }).start();

const loads = <Data, Asked>(data: Data, emptyReason: 'quiet' | null = null) =>
  fromPromise<ReportResponse<Data>, { query: Asked; isRefresh?: boolean }>(async () =>
    answered(data, emptyReason),
  );

/** The parts of the dashboard, whose requests answer at once. */
export const dashboardParts = ({ report = funnelReport, advice = opportunities } = {}) => ({
  report: loaderOf<FunnelReport, ReportQuestion>().provide({
    actors: { load: loads(report, report.totals.entered === 0 ? 'quiet' : null) },
  }),
  opportunities: loaderOf<Opportunities, EntryQuestion>().provide({
    actors: { load: loads(advice) },
  }),
  trend: loaderOf<FunnelTrend, TrendQuestion>().provide({ actors: { load: loads(funnelTrend) } }),
  time: loaderOf<TimeToConvert, TimeQuestion>().provide({
    actors: { load: loads(timeToConvert) },
  }),
  people: funnelPeopleMachine.provide({
    actors: {
      list: peopleListMachine.provide({
        actors: { readPage: fromPromise(async () => peoplePage) },
      }),
    },
  }),
});

const selection = dashboardSelection();

export const funnelDashboardScene = sceneOf(funnelDashboardMachine, funnelDashboardPlan, {
  provide: (machine, { readFunnel }) =>
    withActors(machine, {
      ...dashboardParts(),
      address: fromCallback(() => {}),
      ...(readFunnel ? { readFunnel } : {}),
    }),
  view: (actor) => <FunnelDashboardScreen actor={actor} selection={selection} />,
});
