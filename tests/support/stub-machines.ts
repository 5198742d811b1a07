import {
  type AnyActorLogic,
  type AnyEventObject,
  type AnyStateMachine,
  fromCallback,
  fromPromise,
} from 'xstate';
import type { Affiliate } from '#contract/affiliates/schemas.ts';
import type {
  CcData,
  CountryRow,
  Funnel,
  GraphPoint,
  HourlyRow,
  MonthRow,
  Payment,
  RcData,
  RevenueRange,
  StateRow,
  Table,
} from '#contract/analytics/report.ts';
import type { WeekdayHour } from '#contract/analytics/weekday-hours.ts';
import { type ConversionView, emptyLogFilter } from '#contract/conversions/log-filter.ts';
import type { ConversionLedger } from '#contract/conversions/schemas.ts';
import type { Invite } from '#contract/invites/schemas.ts';
import type { Member } from '#contract/members/schemas.ts';
import type { Project } from '#contract/projects/schemas.ts';
import type { TrackingLink } from '#contract/tracking-links/schemas.ts';
import { navigationMachine } from '#machines/app/navigation.ts';
import { detourFor, type Place } from '#machines/app/routes.ts';
import type { WorkspaceScreen } from '#machines/app/screens.ts';
import { type ScreenLogic, type ScreenStart, workspaceMachine } from '#machines/app/workspace.ts';
import { authMachine } from '#machines/auth/auth.ts';
import { documentMachine } from '#machines/auth/document.ts';
import { billingMachine } from '#machines/billing/billing.ts';
import { conversionDetailMachine } from '#machines/conversions/conversion-detail.ts';
import { conversionLogMachine } from '#machines/conversions/conversion-log.ts';
import {
  type ConversionsRecalledEvent,
  conversionsMachine,
} from '#machines/conversions/conversions.ts';
import { balancesMachine, payoutsMachine } from '#machines/conversions/payouts.ts';
import { postbacksMachine } from '#machines/conversions/postbacks.ts';
import { reconcileMachine } from '#machines/conversions/reconcile.ts';
import { annotationsMachine } from '#machines/dashboard/annotations.ts';
import { breakdownMachine } from '#machines/dashboard/breakdown.ts';
import type { TableRecalledEvent } from '#machines/dashboard/breakdown-model.ts';
import { dashboardMachine } from '#machines/dashboard/dashboard.ts';
import { firstEventMachine } from '#machines/dashboard/first-event.ts';
import { regionsMachine } from '#machines/dashboard/regions.ts';
import { weekdayHoursMachine } from '#machines/dashboard/weekday-hours.ts';
import { funnelDashboardMachine } from '#machines/funnels/funnel-dashboard.ts';
import { funnelEditorMachine } from '#machines/funnels/funnel-editor.ts';
import { funnelOverviewMachine } from '#machines/funnels/funnel-overview.ts';
import { funnelWizardMachine } from '#machines/funnels/funnel-wizard.ts';
import { funnelListMachine, funnelsMachine } from '#machines/funnels/funnels.ts';
import { machineBy } from '#machines/kit/injected.ts';
import { loaderOf } from '#machines/kit/loader.ts';
import { masterPixelsMachine } from '#machines/master-pixels/master-pixels.ts';
import { pixelInstallMachine } from '#machines/master-pixels/pixel-install.ts';
import { pixelStreamMachine } from '#machines/master-pixels/pixel-stream.ts';
import { offerDetailMachine } from '#machines/offers/offer-detail.ts';
import { offerEditorMachine } from '#machines/offers/offer-editor.ts';
import { offerPayoutsMachine } from '#machines/offers/offer-payouts.ts';
import { offerRowsMachine, offersListMachine } from '#machines/offers/offers-list.ts';
import { type PixelsRecalledEvent, pixelsMachine } from '#machines/pixels/pixels.ts';
import { trackingLinksMachine } from '#machines/pixels/tracking-links.ts';
import { filterOptionsMachine } from '#machines/selection/filter-options.ts';
import { selectionMachine } from '#machines/selection/selection.ts';
import { auditLogMachine } from '#machines/settings/audit-log.ts';
import { companyMachine } from '#machines/settings/company.ts';
import { failedItemsMachine } from '#machines/settings/failed-items.ts';
import { logoMachine } from '#machines/settings/logo.ts';
import { profileMachine } from '#machines/settings/profile.ts';
import { projectDeletionMachine } from '#machines/settings/project-deletion.ts';
import { projectsMachine } from '#machines/settings/projects.ts';
import { jobRunMachine, scheduledJobsMachine } from '#machines/settings/scheduled-jobs.ts';
import { sessionsMachine } from '#machines/settings/sessions.ts';
import { type SettingsRecalledEvent, settingsMachine } from '#machines/settings/settings.ts';
import { teamMachine } from '#machines/settings/team.ts';
import { tokensMachine } from '#machines/settings/tokens.ts';
import { splitTestDetailMachine } from '#machines/split-tests/split-test-detail.ts';
import { splitTestWizardMachine } from '#machines/split-tests/split-test-wizard.ts';
import { splitTestsMachine, testRowsMachine } from '#machines/split-tests/split-tests.ts';
import type { AuditPage, AuditRequest } from '#model/audit-log.ts';
import type { SummaryQuestion } from '#model/conversion-log.ts';
import type { FailedPage, FailedRequest } from '#model/failed-items.ts';
import type { StoredWizard } from '#model/funnel-wizard.ts';
import type { BalanceRow, PayoutPage, PayoutsRequest } from '#model/payouts.ts';
import type { StreamReport, StreamScope } from '#model/pixel-stream.ts';
import type { PostbackPage, PostbacksRequest } from '#model/postbacks.ts';
import type {
  Query,
  Question,
  ReportResponse,
  StatesQuestion,
  TableQuestion,
} from '#model/query.ts';
import type { SettingsPart } from '#model/settings.ts';
import type { LinkOffers } from '#model/tracking-links.ts';
import type { ReadEntries } from '#services/kit/collection-requests.ts';
import { conversionDetail, firstPage, hours, ledger } from './conversions.ts';
import { failedEvent } from './failed-items.ts';
import { draftRow, mainRow } from './funnels.ts';
import { freshPixel, installation, pixel } from './master-pixels.ts';
import { bundle, trial } from './offers.ts';
import { balances, payout } from './payouts.ts';
import { postback } from './postbacks.ts';
import { reconciliation } from './reconciliation.ts';
import {
  annotations,
  answered,
  clicks,
  countries,
  filterValues,
  funnel,
  graph,
  months,
  payments,
  revenue,
  row,
  settings,
  spentTable,
  states,
  totals,
  weekHours,
} from './samples.ts';
import { restingJob } from './scheduled-jobs.ts';
import {
  account,
  affiliate,
  colleague,
  entry,
  invite,
  otherSession,
  owner,
  project,
  thisSession,
  token,
  user,
} from './settings.ts';
import { testLines } from './split-tests/lines.ts';
import { links, offers } from './tracking-links.ts';

/** 15:14 on 20 November 2026 in New York. */
const now = Date.parse('2026-11-20T20:14:00Z');

/** Enough campaigns for three pages of ten, and two pages of campaigns that spent without a sale. */
const manyRows: Table = {
  ...spentTable(12),
  rows: [
    row,
    ...Array.from({ length: 24 }, (_, index) => ({
      ...row,
      key: `c${index}`,
      label: `Campaign ${index + 1}`,
      server_revenue: 800 - index,
    })),
  ],
};

const loads = <Data, LoadQuery = Question>(data: Data) =>
  fromPromise<ReportResponse<Data>, { query: LoadQuery }>(async () => answered(data));

/** The app's machines with stubbed requests that answer at once, for tests of the views around them. */
export const stubbedRows = loaderOf<Table, TableQuestion>().provide({
  actors: { load: loads<Table, TableQuestion>(manyRows) },
});

/** An address without filters. */
export const stubbedTableRecall = fromCallback<AnyEventObject, undefined, TableRecalledEvent>(
  ({ sendBack }) => sendBack({ type: 'table.recalled', opening: {}, columns: undefined }),
);

const stubbedBreakdown = breakdownMachine.provide({
  actors: { recallTable: stubbedTableRecall, rows: stubbedRows },
});

export const stubbedRegionRows = loaderOf<StateRow[], StatesQuestion>().provide({
  actors: { load: loads<StateRow[], StatesQuestion>(states) },
});

export const stubbedWeekRows = loaderOf<WeekdayHour[], Question>().provide({
  actors: { load: loads(weekHours) },
});

export const dashboardChildren = {
  firstEvent: firstEventMachine.provide({
    actors: { readProjectHistory: fromPromise(async () => true) },
  }),
  totals: loaderOf<RcData, Question>().provide({ actors: { load: loads(totals) } }),
  clicks: loaderOf<CcData, Question>().provide({ actors: { load: loads(clicks) } }),
  graph: loaderOf<GraphPoint[], Question>().provide({ actors: { load: loads(graph) } }),
  annotations: annotationsMachine.provide({
    actors: { readEntries: fromPromise(async () => ({ rows: annotations })) },
  }),
  breakdown: stubbedBreakdown,
  countries: loaderOf<CountryRow[], Question>().provide({ actors: { load: loads(countries) } }),
  states: regionsMachine.provide({ actors: { rows: stubbedRegionRows } }),
  weekdayHours: weekdayHoursMachine.provide({ actors: { rows: stubbedWeekRows } }),
  revenue: loaderOf<RevenueRange, Question>().provide({ actors: { load: loads(revenue) } }),
  months: loaderOf<MonthRow[], Question>().provide({ actors: { load: loads(months) } }),
  funnel: loaderOf<Funnel, Question>().provide({ actors: { load: loads(funnel) } }),
  payments: loaderOf<Payment[], Question>().provide({ actors: { load: loads(payments) } }),
  allPayments: loaderOf<Payment[], Question>().provide({ actors: { load: loads<Payment[]>([]) } }),
};

const stubbedDashboard = dashboardMachine.provide({ actors: dashboardChildren });

const readBalances: ReadEntries<Query, BalanceRow> = fromPromise(async (_) => ({
  rows: balances,
}));

export const conversionsChildren = {
  detail: conversionDetailMachine.provide({
    actors: { readConversionDetail: fromPromise(async () => conversionDetail) },
  }),
  log: conversionLogMachine.provide({ actors: { readPage: fromPromise(async () => firstPage) } }),
  summary: loaderOf<HourlyRow[], SummaryQuestion>().provide({
    actors: { load: loads<HourlyRow[], SummaryQuestion>(hours) },
  }),
  balances: balancesMachine.provide({ actors: { readEntries: readBalances } }),
  payouts: payoutsMachine.provide({
    actors: {
      readPage: fromPromise<PayoutPage, PayoutsRequest>(async () => ({
        rows: [payout],
        next: null,
      })),
    },
  }),
  postbacks: postbacksMachine.provide({
    actors: {
      readPage: fromPromise<PostbackPage, PostbacksRequest>(async () => ({
        rows: [postback],
        next: null,
      })),
    },
  }),
  reconcile: reconcileMachine.provide({
    actors: { compareFile: fromPromise(async () => reconciliation) },
  }),
  ledger: loaderOf<ConversionLedger, Question>().provide({ actors: { load: loads(ledger) } }),
};

/** An address of a view without filters. */
export const stubbedConversions = (view: ConversionView = 'log') =>
  conversionsMachine.provide({
    actors: {
      ...conversionsChildren,
      address: fromCallback<AnyEventObject, undefined, ConversionsRecalledEvent>(({ sendBack }) =>
        sendBack({
          type: 'address.recalled',
          state: { view, filter: emptyLogFilter, isEarning: true, id: null },
        }),
      ),
    },
  });

/** A stream without events. */
export const stubbedStream = pixelStreamMachine.provide({
  actors: {
    subscribeToStream: fromCallback<
      AnyEventObject,
      StreamScope & { cursor: string | null },
      StreamReport
    >(({ sendBack }) => sendBack({ type: 'stream.opened' })),
  },
});

const readLinks: ReadEntries<{ project: number }, TrackingLink, LinkOffers> = fromPromise(
  async (_) => ({ rows: links, extra: { offers } }),
);

export const stubbedPixels = pixelsMachine.provide({
  actors: {
    address: fromCallback<AnyEventObject, undefined, PixelsRecalledEvent>(({ sendBack }) =>
      sendBack({ type: 'pixels.recalled', part: 'masters', id: null }),
    ),
    masterPixels: masterPixelsMachine.provide({
      actors: { readEntries: fromPromise(async () => ({ rows: [pixel, freshPixel] })) },
    }),
    stream: stubbedStream,
    trackingLinks: trackingLinksMachine.provide({ actors: { readEntries: readLinks } }),
    pixelInstall: pixelInstallMachine.provide({
      actors: { stream: stubbedStream, readInstallation: fromPromise(async () => installation) },
    }),
  },
});

const stubbedFunnels = funnelsMachine.provide({
  actors: {
    address: fromCallback(() => {}),
    readFigures: fromCallback(() => {}),
    list: funnelListMachine.provide({
      actors: { readEntries: fromPromise(async () => ({ rows: [mainRow, draftRow] })) },
    }),
  },
});

const stubbedWizard = funnelWizardMachine.provide({
  actors: {
    address: fromCallback(() => {}),
    recallDraft: fromPromise<StoredWizard | null, { project: number }>(async () => null),
  },
});

const stubbedOffersList = offersListMachine.provide({
  actors: {
    address: fromCallback(() => {}),
    list: offerRowsMachine.provide({
      actors: { readEntries: fromPromise(async () => ({ rows: [bundle, trial] })) },
    }),
  },
});

const stubbedSplitTests = splitTestsMachine.provide({
  actors: {
    address: fromCallback(() => {}),
    list: testRowsMachine.provide({
      actors: { readEntries: fromPromise(async () => ({ rows: testLines })) },
    }),
  },
});

const readTeam: ReadEntries<number, Member, { invites: Invite[] }> = fromPromise(async (_) => ({
  rows: [owner, colleague],
  extra: { invites: [invite] },
}));

const readProjects: ReadEntries<number, Project, { affiliates: Affiliate[] }> = fromPromise(
  async (_) => ({ rows: [project], extra: { affiliates: [affiliate] } }),
);

/** The requests of each settings page. */
export const settingsChildren = {
  team: teamMachine.provide({
    actors: {
      readEntries: readTeam,
    },
  }),
  projects: projectsMachine.provide({
    actors: {
      readEntries: readProjects,
    },
  }),
  tokens: tokensMachine.provide({
    actors: { readEntries: fromPromise(async () => ({ rows: [token] })) },
  }),
  scheduledJobs: scheduledJobsMachine.provide({
    actors: { readEntries: fromPromise(async () => ({ rows: [restingJob] })) },
  }),
  jobRun: jobRunMachine,
  projectDeletion: projectDeletionMachine.provide({
    actors: { readProject: fromPromise(async () => project) },
  }),
  auditLog: auditLogMachine.provide({
    actors: {
      readPage: fromPromise<AuditPage, AuditRequest>(async () => ({ rows: [entry], next: null })),
    },
  }),
  failedItems: failedItemsMachine.provide({
    actors: {
      readPage: fromPromise<FailedPage, FailedRequest>(async ({ input: { query } }) =>
        query.project === null
          ? { rows: [], next: null, counts: [] }
          : { rows: [failedEvent], next: null, counts: [{ queue: 'events', count: 1 }] },
      ),
    },
  }),
  profile: profileMachine.provide({ actors: { readEntity: fromPromise(async () => user) } }),
  picture: logoMachine.provide({
    actors: { readImage: fromPromise<string | null, { subject: number }>(async () => null) },
  }),
  sessions: sessionsMachine.provide({
    actors: { readEntries: fromPromise(async () => ({ rows: [thisSession, otherSession] })) },
  }),
  company: companyMachine.provide({ actors: { readEntity: fromPromise(async () => project) } }),
  logo: logoMachine.provide({
    actors: { readImage: fromPromise<string | null, { subject: number }>(async () => null) },
  }),
  billing: billingMachine.provide({ actors: { readBilling: fromPromise(async () => account) } }),
};

/** The settings at the address of one of their pages. */
export const stubbedSettings = (part: SettingsPart = 'team') =>
  settingsMachine.provide({
    actors: {
      ...settingsChildren,
      address: fromCallback<AnyEventObject, undefined, SettingsRecalledEvent>(({ sendBack }) =>
        sendBack({ type: 'settings.recalled', part }),
      ),
    },
  });

/** A selection whose clock never ticks: it sends no request by itself. */
export const silentSelection = selectionMachine.provide({
  actors: { clock: fromCallback(() => {}), address: fromCallback(() => {}) },
});

export const stubbedSelection = selectionMachine.provide({
  actors: {
    clock: fromCallback(({ sendBack }) => sendBack({ type: 'clock.tick', now })),
    address: fromCallback(() => {}),
  },
});

export const stubbedFilterOptions = filterOptionsMachine.provide({
  actors: { readValues: fromPromise(async ({ input }) => filterValues[input.group] ?? []) },
});

/** The pages outside the workspace, with their documents loaded. */
export const stubbedAuth = authMachine.provide({
  actors: {
    fetchPages: fromPromise(async () => {}),
    document: documentMachine.provide({
      actors: {
        readDocument: fromPromise(async ({ input: { name } }) => ({ name, text: `# Our ${name}` })),
      },
    }),
  },
});

const stubbedScreens: Record<WorkspaceScreen, AnyStateMachine> = {
  dashboard: stubbedDashboard,
  conversions: stubbedConversions(),
  pixels: stubbedPixels,
  funnelEditor: funnelEditorMachine.provide({
    actors: { address: fromCallback(() => {}) },
  }),
  funnelOverview: funnelOverviewMachine.provide({
    actors: { address: fromCallback(() => {}) },
  }),
  funnelDashboard: funnelDashboardMachine.provide({
    actors: { address: fromCallback(() => {}) },
  }),
  funnels: stubbedFunnels,
  offerPayouts: offerPayoutsMachine.provide({ actors: { address: fromCallback(() => {}) } }),
  funnelWizard: stubbedWizard,
  offersList: stubbedOffersList,
  offerEditor: offerEditorMachine.provide({ actors: { address: fromCallback(() => {}) } }),
  offerDetail: offerDetailMachine.provide({
    actors: { address: fromCallback(() => {}) },
  }),
  splitTests: stubbedSplitTests,
  splitTestWizard: splitTestWizardMachine.provide({
    actors: { address: fromCallback(() => {}) },
  }),
  splitTestDetail: splitTestDetailMachine.provide({
    actors: { address: fromCallback(() => {}) },
  }),
  settings: stubbedSettings(),
};

/** The stubbed machine of the screen that opens. */
export const stubbedScreen: ScreenLogic = machineBy(
  ({ screen }: ScreenStart) => stubbedScreens[screen],
);

export const stubbedWorkspace = workspaceMachine.provide({
  actors: {
    selection: stubbedSelection,
    screen: stubbedScreen,
    filters: stubbedFilterOptions,
    readSettings: fromPromise(async () => settings),
    fetchScreen: fromPromise(async ({ input }) => input),
  },
});

/** The navigation machine over a fake address bar. */
export function testNavigation(start: Place) {
  let report: ((place: Place) => void) | undefined;
  const detours: string[] = [];
  return {
    detours,
    pushAddress: (place: Place) => report?.(place),
    machine: navigationMachine.provide({
      actors: {
        location: fromCallback(({ sendBack }) => {
          report = (place) => sendBack({ type: 'location.changed', place });
          report(start);
        }),
      },
      actions: {
        detour: (_, { place, audience }) => {
          const detour = detourFor(place, audience);
          if (detour === null) return;
          detours.push(detour);
          report?.(placeAt(detour));
        },
      },
    }),
  };
}

export const placeAt = (path: string): Place => ({ path, search: '', hash: '' });

/** The same machine with other actors; typed loosely because a test needs no types of scripted actors. */
export const withActors = (machine: AnyStateMachine, actors: Record<string, AnyActorLogic>) =>
  machine.provide({ actors });
