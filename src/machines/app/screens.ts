import type { AnyStateMachine } from 'xstate';

export type Layout = 'dashboard' | 'default' | 'empty';
export type Access = 'public' | 'member';

/** The picture in the sidebar: one of `views/app/shell/icons.ts`. */
export type ScreenIcon = 'dashboard' | 'receipt' | 'radio' | 'settings' | 'page';

type Address = {
  path: string;
  /** Where it differs from the layout of its screen. */
  layout?: Layout;
  /** It opens something within the page of another address: coming and going is no change of page. */
  within?: string;
  /** The page stays where it was scrolled to: this address opens something inside the page before. */
  keepsScroll?: true;
};

type Row = {
  layout: Layout;
  access: Access;
  addresses: readonly Address[];
};

/** A page that is there before the workspace: the sign-in, or one that guests and members see alike. */
type PageRow = Row & { runsIn: 'session' | 'auth' };

/**
 * A screen of the workspace. Its view is `views/<area>/<Name>Screen.tsx`, its services are joined in the wiring of its
 * area, and both are found by these names.
 */
type WorkspaceRow = Row & {
  runsIn: 'workspace';
  /** The folder of its code in each layer. */
  area: string;
  title: string;
  /** Listed there and in the palette, at its first address; `g` and the letter go to it. */
  sidebar?: { icon: ScreenIcon; letter: string };
  /** Whether its address carries the selection. */
  hasSelection: boolean;
  /** Whether days, comparison, counting and filters mean anything there. */
  hasFigures: boolean;
  /** Whether affiliates and a time zone can be chosen there. */
  hasTraffic: boolean;
  /** It shows something to a member who has no project yet. */
  worksWithoutProject?: true;
  /** Fetches its machine when it is first opened. Without one, its code comes with the sign-in. */
  machine?: () => Promise<AnyStateMachine>;
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
  dashboard: {
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
  },
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
    ],
    sidebar: { icon: 'radio', letter: 'p' },
    hasSelection: true,
    hasFigures: false,
    hasTraffic: true,
    machine: async () => (await import('../pixels/pixels.ts')).pixelsMachine,
  },
  settings: {
    runsIn: 'workspace',
    area: 'settings',
    title: 'Settings',
    layout: 'dashboard',
    access: 'member',
    addresses: [
      { path: '/settings' },
      { path: '/settings/billing-settings', layout: 'default' },
      { path: '/settings/company-logo', layout: 'default' },
      { path: '/settings/company-settings', layout: 'default' },
      { path: '/settings/personal-settings', layout: 'default' },
    ],
    sidebar: { icon: 'settings', letter: 's' },
    hasSelection: false,
    hasFigures: false,
    hasTraffic: false,
    worksWithoutProject: true,
    machine: async () => (await import('../settings/settings.ts')).settingsMachine,
  },
} as const satisfies Record<string, PageRow | WorkspaceRow>;

/** Addresses that are promised to screens still to be built; until then they show the 404 page. */
const promised: readonly Address[] = [
  { path: '/audience-bidding' },
  { path: '/budget-viewer' },
  { path: '/budget' },
  { path: '/budget_v2' },
  { path: '/funnels' },
  { path: '/funnels/add' },
  { path: '/funnels/dashboard/:slug' },
  { path: '/funnels/:slug' },
  { path: '/funnels/:slug/edit' },
  { path: '/funnels/:slug/edit/:child_slug', keepsScroll: true },
  { path: '/offers' },
  { path: '/offers/:id' },
  { path: '/rules' },
  { path: '/rules/add' },
  { path: '/rules/:id' },
  { path: '/split-test' },
  { path: '/split-test/add' },
  { path: '/split-test/:id' },
];

type Named = keyof typeof screens;
type RunBy<Machine> = {
  [Name in Named]: (typeof screens)[Name]['runsIn'] extends Machine ? Name : never;
}[Named];

type AuthScreen = RunBy<'auth'>;
export type WorkspaceScreen = RunBy<'workspace'>;
export type Screen = Named | 'missing';

const rows: readonly [Named, PageRow | WorkspaceRow][] = Object.entries(screens) as [
  Named,
  PageRow | WorkspaceRow,
][];

/** Every address with what it leads to, in the order of the rows. */
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

const rowOf = (screen: Screen | null): PageRow | WorkspaceRow | null =>
  screen === null || screen === 'missing' ? null : screens[screen];

const workspaceRowOf = (screen: Screen | null): WorkspaceRow | null => {
  const row = rowOf(screen);
  return row?.runsIn === 'workspace' ? row : null;
};

/** Whether it is one of the pages outside the workspace that guests and members see alike. */
export const isAuthScreen = (screen: Screen | null): screen is AuthScreen =>
  rowOf(screen)?.runsIn === 'auth';

export const isOfWorkspace = (screen: Screen | null): screen is WorkspaceScreen =>
  workspaceRowOf(screen) !== null;

/** What the facts of a row are while no screen of the workspace is open: everything can be chosen. */
export const hasFigures = (screen: Screen | null): boolean =>
  workspaceRowOf(screen)?.hasFigures ?? true;
export const hasTraffic = (screen: Screen | null): boolean =>
  workspaceRowOf(screen)?.hasTraffic ?? true;
export const carriesSelection = (screen: Screen): boolean =>
  workspaceRowOf(screen)?.hasSelection ?? false;
export const worksWithoutProject = (screen: Screen | null): boolean =>
  workspaceRowOf(screen)?.worksWithoutProject ?? false;

/** Whether its code comes when it is first opened. */
export const isFetchedLater = (screen: WorkspaceScreen): boolean =>
  workspaceRowOf(screen)?.machine !== undefined;

/** The screens of the workspace by name, in the order of the sidebar. */
export const workspaceScreens: readonly (readonly [WorkspaceScreen, WorkspaceRow])[] = rows.flatMap(
  ([name]) => {
    const row = workspaceRowOf(name);
    return row && isOfWorkspace(name) ? [[name, row] as const] : [];
  },
);

export type SidebarEntry = { path: string; title: string; icon: ScreenIcon; letter: string };

/** Where the sidebar, the palette and the keys lead. */
export const sidebarEntries: readonly SidebarEntry[] = workspaceScreens.flatMap(
  ([
    ,
    {
      title,
      sidebar,
      addresses: [first],
    },
  ]) => (sidebar && first ? [{ path: first.path, title, ...sidebar }] : []),
);
