export type Layout = 'dashboard' | 'default' | 'empty';

/** Screens that exist. A route whose screen is still to be built has none and shows the 404 page. */
export type Screen =
  | 'login'
  | 'signUp'
  | 'verification'
  | 'forgotten'
  | 'reset'
  | 'invite'
  | 'policy'
  | 'terms'
  | 'dashboard'
  | 'conversions'
  | 'pixels'
  | 'settings'
  | 'missing';

/** The screens outside the workspace that guests and members see alike. */
const entranceScreens = [
  'signUp',
  'verification',
  'forgotten',
  'reset',
  'invite',
  'policy',
  'terms',
] as const satisfies Screen[];
export type EntranceScreen = (typeof entranceScreens)[number];

export const isEntrance = (screen: Screen): screen is EntranceScreen =>
  entranceScreens.some((entrance) => entrance === screen);

/** The screens whose code comes to the browser when they are first opened. */
const laterScreens = ['conversions', 'pixels', 'settings'] as const satisfies Screen[];
export type LaterScreen = (typeof laterScreens)[number];

export const isFetchedLater = (screen: Screen | null): screen is LaterScreen =>
  laterScreens.some((later) => later === screen);

type Route = {
  path: string;
  layout: Layout;
  access: 'public' | 'member';
  screen?: Screen;
  /** It opens something within the page of another address: coming and going is no change of page. */
  within?: string;
  /** The page stays where it was scrolled to: this address opens something inside the page before. */
  keepsScroll?: true;
};

/** Every address of the app; the first match wins. What is public is said here and never guessed from the text. */
const routes: readonly Route[] = [
  { path: '/login', layout: 'empty', access: 'public', screen: 'login' },
  { path: '/login/forgotten', layout: 'empty', access: 'public', screen: 'forgotten' },
  { path: '/login/reset', layout: 'empty', access: 'public', screen: 'reset' },
  { path: '/invite/:uid', layout: 'empty', access: 'public', screen: 'invite' },
  { path: '/sign-up', layout: 'empty', access: 'public', screen: 'signUp' },
  { path: '/sign-up/company', layout: 'empty', access: 'public', screen: 'signUp' },
  { path: '/sign-up/payment', layout: 'empty', access: 'public', screen: 'signUp' },
  { path: '/sign-up/subscription', layout: 'empty', access: 'public', screen: 'signUp' },
  { path: '/sign-up/verify', layout: 'empty', access: 'public', screen: 'verification' },
  { path: '/policy', layout: 'default', access: 'public', screen: 'policy' },
  { path: '/terms', layout: 'default', access: 'public', screen: 'terms' },
  { path: '/dashboard', layout: 'dashboard', access: 'member', screen: 'dashboard' },
  { path: '/audience-bidding', layout: 'dashboard', access: 'member' },
  { path: '/budget-viewer', layout: 'dashboard', access: 'member' },
  { path: '/budget', layout: 'dashboard', access: 'member' },
  { path: '/budget_v2', layout: 'dashboard', access: 'member' },
  { path: '/conversions', layout: 'dashboard', access: 'member', screen: 'conversions' },
  {
    path: '/conversions/:id',
    layout: 'dashboard',
    access: 'member',
    screen: 'conversions',
    within: '/conversions',
  },
  { path: '/funnels', layout: 'dashboard', access: 'member' },
  { path: '/funnels/add', layout: 'dashboard', access: 'member' },
  { path: '/funnels/dashboard/:slug', layout: 'dashboard', access: 'member' },
  { path: '/funnels/:slug', layout: 'dashboard', access: 'member' },
  { path: '/funnels/:slug/edit', layout: 'dashboard', access: 'member' },
  {
    path: '/funnels/:slug/edit/:child_slug',
    layout: 'dashboard',
    access: 'member',
    keepsScroll: true,
  },
  { path: '/offers', layout: 'dashboard', access: 'member' },
  { path: '/offers/:id', layout: 'dashboard', access: 'member' },
  { path: '/pixels', layout: 'dashboard', access: 'member', screen: 'pixels' },
  {
    path: '/pixels/events',
    layout: 'dashboard',
    access: 'member',
    screen: 'pixels',
    within: '/pixels',
  },
  {
    path: '/pixels/events/:id',
    layout: 'dashboard',
    access: 'member',
    screen: 'pixels',
    within: '/pixels',
  },
  {
    path: '/pixels/install/:id',
    layout: 'dashboard',
    access: 'member',
    screen: 'pixels',
    within: '/pixels',
  },
  { path: '/rules', layout: 'dashboard', access: 'member' },
  { path: '/rules/add', layout: 'dashboard', access: 'member' },
  { path: '/rules/:id', layout: 'dashboard', access: 'member' },
  { path: '/settings', layout: 'dashboard', access: 'member', screen: 'settings' },
  { path: '/split-test', layout: 'dashboard', access: 'member' },
  { path: '/split-test/add', layout: 'dashboard', access: 'member' },
  { path: '/split-test/:id', layout: 'dashboard', access: 'member' },
  {
    path: '/settings/billing-settings',
    layout: 'default',
    access: 'member',
    screen: 'settings',
  },
  { path: '/settings/company-logo', layout: 'default', access: 'member', screen: 'settings' },
  {
    path: '/settings/company-settings',
    layout: 'default',
    access: 'member',
    screen: 'settings',
  },
  {
    path: '/settings/personal-settings',
    layout: 'default',
    access: 'member',
    screen: 'settings',
  },
];

/** Where the address bar points. */
export type Place = { path: string; search: string; hash: string };

/** What to draw for a place. `fullPath` is the address as it was asked for. */
export type Page = {
  screen: Screen;
  layout: Layout;
  path: string;
  fullPath: string;
  hash: string;
};

/** The screens whose address carries the selection. */
export const hasSelection = (path: string): boolean => {
  const screen = routeAt(tidy(path))?.screen;
  return screen === 'dashboard' || screen === 'conversions' || screen === 'pixels';
};

/** Whether days, comparison and counting mean anything there. */
export const hasFigures = (screen: Screen | null): boolean =>
  screen !== 'pixels' && screen !== 'settings';

/** Whether affiliates and a time zone can be chosen there. */
export const hasTraffic = (screen: Screen | null): boolean => screen !== 'settings';

/** Where a page is scrolled to: an anchor as the address names it, or its top. */
export type Scroll = { to: 'anchor'; hash: string } | { to: 'top' };

export type Audience = 'guest' | 'member';

const home: Record<Audience, string> = { guest: '/login', member: '/dashboard' };

/** Where somebody has to go instead, or null when they may stay. */
export function detourFor(place: Place, audience: Audience): string | null {
  const path = tidy(place.path);
  if (path === '/') return home[audience];
  if (audience === 'member') return path === '/login' ? home.member : null;
  return routeAt(path)?.access === 'public' ? null : home.guest;
}

export function pageAt(place: Place): Page {
  const path = tidy(place.path);
  const route = routeAt(path);
  return {
    screen: route?.screen ?? 'missing',
    layout: route?.layout ?? 'default',
    path: route?.within ?? path,
    fullPath: `${place.path}${place.search}${place.hash}`,
    hash: place.hash,
  };
}

/**
 * Where to scroll when somebody comes from a page to a place; null leaves the page as it is. An anchor counts when it
 * is new: a query that changes under it moves nothing.
 */
export function scrollFor(from: Page | null, place: Place): Scroll | null {
  const path = tidy(place.path);
  const isNew = from?.path !== path;
  if (place.hash.length > 1 && (isNew || from?.hash !== place.hash)) {
    return { to: 'anchor', hash: place.hash };
  }
  return from === null || !isNew || routeAt(path)?.keepsScroll ? null : { to: 'top' };
}

const routeAt = (path: string): Route | undefined =>
  routes.find((route) => matches(route.path, path));

/** Addresses differ neither by a trailing slash nor by what the browser encoded. */
function tidy(path: string): string {
  const trimmed = path.replace(/\/+$/, '');
  return trimmed === '' ? '/' : trimmed;
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, index) =>
      part.startsWith(':') ? given[index] !== '' : part === given[index],
    )
  );
}
