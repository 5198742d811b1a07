import type { AnyActorScope, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { Query } from '#model/query.ts';
import type { ScreenEvent, ScreenInput } from '../kit/screen.ts';

export type Layout = 'dashboard' | 'default' | 'empty';
export type Access = 'public' | 'member';

/** The icon in the sidebar: one of `views/app/shell/icons.ts`. */
export type ScreenIcon =
  | 'dashboard'
  | 'receipt'
  | 'radio'
  | 'funnel'
  | 'tag'
  | 'split'
  | 'settings'
  | 'page';

type Address = {
  path: string;
  /**
   * The page to which this address belongs: moving between the two is not a change of page. Its parameters have the
   * values and the places that they have in this address.
   */
  within?: string;
  /** Entering this address keeps the scroll position, because it opens something inside the page before. */
  keepsScroll?: true;
};

type Row = {
  layout: Layout;
  addresses: readonly [Address, ...Address[]];
};

/** A page outside the workspace: the sign-in, or a page that guests and members can both open. */
type PageRow = Row & { runsIn: 'session' | 'auth'; access: 'public' };

/** The machine of a screen takes the input and the events of every screen. */
type ScreenMachine<ScreenQuery extends Query | null> = AnyStateMachine & {
  getInitialSnapshot: (scope: AnyActorScope, input: ScreenInput<ScreenQuery>) => unknown;
  transition: (
    snapshot: AnyMachineSnapshot,
    event: ScreenEvent<ScreenQuery>,
    scope: AnyActorScope,
  ) => unknown;
};

type MemberRow = Row & {
  runsIn: 'workspace';
  access: 'member';
  /** The folder of the screen's code in each layer. */
  area: string;
  title: string;
  /**
   * The entry in the sidebar and the command palette. It leads to the first address, as do the keys `g` and the letter.
   */
  sidebar?: { icon: ScreenIcon; letter: string };
  /** Whether the address carries the selection. */
  hasSelection: boolean;
  /** Whether affiliates and a time zone can be chosen on the screen. */
  hasTraffic: boolean;
  /** The days and the comparison in the address are the screen's own, not those of the selection. */
  hasOwnDays?: true;
};

/**
 * A screen of the workspace. Its view is `views/<area>/<Name>Screen.tsx` and its wiring is `wiring/<name>.ts`, with
 * dashes; both are found by these names. Its machine loads when the screen is first opened.
 */
export type WorkspaceRow = MemberRow &
  (
    | {
        /** Whether the days, the comparison, the counting and the filters of the selection apply to the screen. */
        hasFigures: boolean;
        worksWithoutProject?: never;
        machine: () => Promise<ScreenMachine<Query>>;
      }
    | {
        hasFigures: false;
        /** The screen also works for a member who has no project yet, so its query can be null. */
        worksWithoutProject: true;
        machine: () => Promise<ScreenMachine<Query | null>>;
      }
  );

/** The only screen whose code loads with the sign-in. */
type DashboardRow = MemberRow & {
  area: 'dashboard';
  hasFigures: true;
  worksWithoutProject?: never;
  machine?: never;
};

const dashboard: DashboardRow = {
  runsIn: 'workspace',
  area: 'dashboard',
  title: 'Dashboard',
  layout: 'dashboard',
  access: 'member',
  addresses: [{ path: '/dashboard' }],
  sidebar: { icon: 'dashboard', letter: 'd' },
  hasSelection: true,
  hasFigures: true,
  hasTraffic: true,
};

/** Every screen that exists. A new screen of the workspace is one row here, one machine and one view. */
const screens = {
  login: {
    runsIn: 'session',
    layout: 'empty',
    access: 'public',
    addresses: [{ path: '/login' }],
  },
  forgotten: {
    runsIn: 'auth',
    layout: 'empty',
    access: 'public',
    addresses: [{ path: '/login/forgotten' }],
  },
  reset: {
    runsIn: 'auth',
    layout: 'empty',
    access: 'public',
    addresses: [{ path: '/login/reset' }],
  },
  invite: {
    runsIn: 'auth',
    layout: 'empty',
    access: 'public',
    addresses: [{ path: '/invite/:uid' }],
  },
  signUp: {
    runsIn: 'auth',
    layout: 'empty',
    access: 'public',
    addresses: [
      { path: '/sign-up' },
      { path: '/sign-up/company' },
      { path: '/sign-up/payment' },
      { path: '/sign-up/subscription' },
    ],
  },
  verification: {
    runsIn: 'auth',
    layout: 'empty',
    access: 'public',
    addresses: [{ path: '/sign-up/verify' }],
  },
  policy: {
    runsIn: 'auth',
    layout: 'default',
    access: 'public',
    addresses: [{ path: '/policy' }],
  },
  terms: {
    runsIn: 'auth',
    layout: 'default',
    access: 'public',
    addresses: [{ path: '/terms' }],
  },
  dashboard,
  conversions: {
    runsIn: 'workspace',
    area: 'conversions',
    title: 'Conversions',
    layout: 'dashboard',
    access: 'member',
    addresses: [{ path: '/conversions' }, { path: '/conversions/:id', within: '/conversions' }],
    sidebar: { icon: 'receipt', letter: 'c' },
    hasSelection: true,
    hasFigures: true,
    hasTraffic: true,
    machine: async () => (await import('../conversions/conversions.ts')).conversionsMachine,
  },
  pixels: {
    runsIn: 'workspace',
    area: 'pixels',
    title: 'Pixels',
    layout: 'dashboard',
    access: 'member',
    addresses: [
      { path: '/pixels' },
      { path: '/pixels/events', within: '/pixels' },
      { path: '/pixels/events/:id', within: '/pixels' },
      { path: '/pixels/install/:id', within: '/pixels' },
      { path: '/pixels/links', within: '/pixels' },
      { path: '/pixels/links/:id', within: '/pixels' },
    ],
    sidebar: { icon: 'radio', letter: 'p' },
    hasSelection: true,
    hasFigures: false,
    hasTraffic: true,
    machine: async () => (await import('../pixels/pixels.ts')).pixelsMachine,
  },
  funnels: {
    runsIn: 'workspace',
    area: 'funnels',
    title: 'Funnels',
    layout: 'dashboard',
    access: 'member',
    addresses: [{ path: '/funnels' }],
    sidebar: { icon: 'funnel', letter: 'f' },
    hasSelection: true,
    hasFigures: false,
    hasTraffic: true,
    hasOwnDays: true,
    machine: async () => (await import('../funnels/funnels.ts')).funnelsMachine,
  },
  funnelWizard: {
    runsIn: 'workspace',
    area: 'funnels',
    title: 'New funnel',
    layout: 'dashboard',
    access: 'member',
    addresses: [{ path: '/funnels/add' }],
    hasSelection: true,
    hasFigures: false,
    hasTraffic: true,
    hasOwnDays: true,
    machine: async () => (await import('../funnels/funnel-wizard.ts')).funnelWizardMachine,
  },
  funnelDashboard: {
    runsIn: 'workspace',
    area: 'funnels',
    title: 'Funnel',
    layout: 'dashboard',
    access: 'member',
    addresses: [{ path: '/funnels/dashboard/:slug' }],
    hasSelection: true,
    hasFigures: false,
    hasTraffic: true,
    hasOwnDays: true,
    machine: async () => (await import('../funnels/funnel-dashboard.ts')).funnelDashboardMachine,
  },
  funnelOverview: {
    runsIn: 'workspace',
    area: 'funnels',
    title: 'Funnel',
    layout: 'dashboard',
    access: 'member',
    addresses: [{ path: '/funnels/:slug' }],
    hasSelection: true,
    hasFigures: false,
    hasTraffic: true,
    hasOwnDays: true,
    machine: async () => (await import('../funnels/funnel-overview.ts')).funnelOverviewMachine,
  },
  funnelEditor: {
    runsIn: 'workspace',
    area: 'funnels',
    title: 'Edit funnel',
    layout: 'dashboard',
    access: 'member',
    addresses: [
      { path: '/funnels/:slug/edit' },
      {
        path: '/funnels/:slug/edit/:child_slug',
        within: '/funnels/:slug/edit',
        keepsScroll: true,
      },
    ],
    hasSelection: true,
    hasFigures: false,
    hasTraffic: true,
    hasOwnDays: true,
    machine: async () => (await import('../funnels/funnel-editor.ts')).funnelEditorMachine,
  },
  offersList: {
    runsIn: 'workspace',
    area: 'offers',
    title: 'Offers',
    layout: 'dashboard',
    access: 'member',
    addresses: [{ path: '/offers' }],
    sidebar: { icon: 'tag', letter: 'o' },
    hasSelection: true,
    hasFigures: false,
    hasTraffic: true,
    hasOwnDays: true,
    machine: async () => (await import('../offers/offers-list.ts')).offersListMachine,
  },
  offerPayouts: {
    runsIn: 'workspace',
    area: 'offers',
    title: 'Payouts',
    layout: 'dashboard',
    access: 'member',
    addresses: [{ path: '/offers/payouts' }],
    hasSelection: true,
    hasFigures: false,
    hasTraffic: true,
    hasOwnDays: true,
    machine: async () => (await import('../offers/offer-payouts.ts')).offerPayoutsMachine,
  },
  offerEditor: {
    runsIn: 'workspace',
    area: 'offers',
    title: 'Edit offer',
    layout: 'dashboard',
    access: 'member',
    addresses: [{ path: '/offers/add' }, { path: '/offers/:id/edit' }],
    hasSelection: true,
    hasFigures: false,
    hasTraffic: true,
    hasOwnDays: true,
    machine: async () => (await import('../offers/offer-editor.ts')).offerEditorMachine,
  },
  offerDetail: {
    runsIn: 'workspace',
    area: 'offers',
    title: 'Offer',
    layout: 'dashboard',
    access: 'member',
    addresses: [{ path: '/offers/:id' }],
    hasSelection: true,
    hasFigures: false,
    hasTraffic: true,
    hasOwnDays: true,
    machine: async () => (await import('../offers/offer-detail.ts')).offerDetailMachine,
  },
  splitTests: {
    runsIn: 'workspace',
    area: 'split-tests',
    title: 'Split tests',
    layout: 'dashboard',
    access: 'member',
    addresses: [{ path: '/split-test' }],
    sidebar: { icon: 'split', letter: 't' },
    hasSelection: true,
    hasFigures: false,
    hasTraffic: true,
    hasOwnDays: true,
    machine: async () => (await import('../split-tests/split-tests.ts')).splitTestsMachine,
  },
  splitTestWizard: {
    runsIn: 'workspace',
    area: 'split-tests',
    title: 'New split test',
    layout: 'dashboard',
    access: 'member',
    addresses: [{ path: '/split-test/add' }],
    hasSelection: true,
    hasFigures: false,
    hasTraffic: true,
    hasOwnDays: true,
    machine: async () =>
      (await import('../split-tests/split-test-wizard.ts')).splitTestWizardMachine,
  },
  splitTestDetail: {
    runsIn: 'workspace',
    area: 'split-tests',
    title: 'Split test',
    layout: 'dashboard',
    access: 'member',
    addresses: [{ path: '/split-test/:id' }],
    hasSelection: true,
    hasFigures: false,
    hasTraffic: true,
    hasOwnDays: true,
    machine: async () =>
      (await import('../split-tests/split-test-detail.ts')).splitTestDetailMachine,
  },
  settings: {
    runsIn: 'workspace',
    area: 'settings',
    title: 'Settings',
    layout: 'dashboard',
    access: 'member',
    addresses: [
      { path: '/settings' },
      { path: '/settings/billing-settings' },
      { path: '/settings/company-logo' },
      { path: '/settings/company-settings' },
      { path: '/settings/personal-settings' },
    ],
    sidebar: { icon: 'settings', letter: 's' },
    hasSelection: false,
    hasFigures: false,
    hasTraffic: false,
    worksWithoutProject: true,
    machine: async () => (await import('../settings/settings.ts')).settingsMachine,
  },
} as const satisfies Record<string, PageRow | WorkspaceRow | DashboardRow>;

/** Addresses reserved for screens that do not exist yet; until then they show the 404 page. */
const promised: readonly Address[] = [
  { path: '/audience-bidding' },
  { path: '/budget-viewer' },
  { path: '/budget' },
  { path: '/budget_v2' },
  { path: '/rules' },
  { path: '/rules/add' },
  { path: '/rules/:id' },
];

type Named = keyof typeof screens;
type RunBy<Machine> = {
  [Name in Named]: (typeof screens)[Name]['runsIn'] extends Machine ? Name : never;
}[Named];

type AuthScreen = RunBy<'auth'>;
export type WorkspaceScreen = RunBy<'workspace'>;
export type Screen = Named | 'missing';

type AnyRow = PageRow | WorkspaceRow | DashboardRow;

const rows = Object.entries(screens) as [Named, AnyRow][];

/** Every address with its screen, in the order of the rows. */
export const addresses = [
  ...rows.flatMap(([screen, row]) =>
    row.addresses.map((address) => ({
      layout: row.layout,
      access: row.access,
      ...address,
      screen,
    })),
  ),
  ...promised.map((address) => ({
    layout: 'dashboard' as const,
    access: 'member' as const,
    ...address,
    screen: 'missing' as const,
  })),
];

const rowOf = (screen: Screen | null): AnyRow | null =>
  screen === null || screen === 'missing' ? null : screens[screen];

const workspaceRowOf = (screen: Screen | null): WorkspaceRow | DashboardRow | null => {
  const row = rowOf(screen);
  return row?.runsIn === 'workspace' ? row : null;
};

/** Whether the screen is a page outside the workspace that guests and members can both open. */
export const isAuthScreen = (screen: Screen | null): screen is AuthScreen =>
  rowOf(screen)?.runsIn === 'auth';

export const isOfWorkspace = (screen: Screen | null): screen is WorkspaceScreen =>
  workspaceRowOf(screen) !== null;

/** Outside the workspace this defaults to true, so that everything can be chosen. */
export const hasFigures = (screen: Screen | null): boolean =>
  workspaceRowOf(screen)?.hasFigures ?? true;
export const hasTraffic = (screen: Screen | null): boolean =>
  workspaceRowOf(screen)?.hasTraffic ?? true;
export const carriesSelection = (screen: Screen): boolean =>
  workspaceRowOf(screen)?.hasSelection ?? false;
export const hasOwnDays = (screen: Screen): boolean => workspaceRowOf(screen)?.hasOwnDays ?? false;
export const worksWithoutProject = (screen: Screen | null): boolean =>
  workspaceRowOf(screen)?.worksWithoutProject ?? false;

/** Whether the code of the screen loads when the screen is first opened. */
export const isFetchedLater = (screen: WorkspaceScreen): boolean =>
  workspaceRowOf(screen)?.machine !== undefined;

/** The screens of the workspace by name, in the order of the sidebar. */
export const workspaceScreens: readonly (readonly [
  WorkspaceScreen,
  WorkspaceRow | DashboardRow,
])[] = rows.flatMap(([name]) => {
  const row = workspaceRowOf(name);
  return row && isOfWorkspace(name) ? [[name, row] as const] : [];
});

export type SidebarEntry = { path: string; title: string; icon: ScreenIcon; letter: string };

/** The entries of the sidebar and the command palette, with the letters of their shortcuts. */
export const sidebarEntries: readonly SidebarEntry[] = workspaceScreens.flatMap(
  ([
    ,
    {
      title,
      sidebar,
      addresses: [first],
    },
  ]) => (sidebar ? [{ path: first.path, title, ...sidebar }] : []),
);
