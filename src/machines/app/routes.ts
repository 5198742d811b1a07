import {
  type Access,
  addresses,
  carriesSelection,
  hasOwnDays,
  type Layout,
  type Screen,
} from './screens.ts';

type Route = {
  path: string;
  layout: Layout;
  access: Access;
  screen: Screen;
  within?: string;
  keepsScroll?: true;
};

/** Every address of the app; the first match wins. Each row states its access; it is never derived from the path. */
const routes: readonly Route[] = addresses;

/** The parts of the current address. */
export type Place = { path: string; search: string; hash: string };

/** What to render for a place. `fullPath` is the address as requested. */
export type Page = {
  screen: Screen;
  layout: Layout;
  path: string;
  fullPath: string;
  hash: string;
};

/** Whether an address carries the selection. */
export const hasSelection = (path: string): boolean => carriesSelection(screenAt(path));

/** Whether the days in an address are those of its screen. */
export const ownsDays = (path: string): boolean => hasOwnDays(screenAt(path));

/** The target of a scroll: the anchor in the address, or the top of the page. */
export type Scroll = { to: 'anchor'; hash: string } | { to: 'top' };

export type Audience = 'guest' | 'member';

const home: Record<Audience, string> = { guest: '/login', member: '/dashboard' };

/** The path to redirect this audience to, or null if it may open the place. */
export function detourFor(place: Place, audience: Audience): string | null {
  const path = withoutTrailingSlash(place.path);
  if (path === '/') return home[audience];
  if (audience === 'member') return path === '/login' ? home.member : null;
  return routeAt(path)?.access === 'public' ? null : home.guest;
}

export function pageAt(place: Place): Page {
  const path = withoutTrailingSlash(place.path);
  const route = routeAt(path);
  return {
    screen: route?.screen ?? 'missing',
    layout: route?.layout ?? 'default',
    path: route?.within ? withValues(route.within, path) : path,
    fullPath: `${place.path}${place.search}${place.hash}`,
    hash: place.hash,
  };
}

/**
 * Where to scroll when the user goes from a page to a place; null keeps the scroll position. Only a new anchor counts:
 * a change of the query under the same anchor does not scroll.
 */
export function scrollFor(from: Page | null, place: Place): Scroll | null {
  const path = withoutTrailingSlash(place.path);
  const isNew = from?.path !== path;
  if (place.hash.length > 1 && (isNew || from?.hash !== place.hash)) {
    return { to: 'anchor', hash: place.hash };
  }
  return from === null || !isNew || routeAt(path)?.keepsScroll ? null : { to: 'top' };
}

/** A pattern with the values that an address has at its parameters. */
function withValues(pattern: string, path: string): string {
  const values = path.split('/');
  return pattern
    .split('/')
    .map((part, index) => (part.startsWith(':') ? (values[index] ?? part) : part))
    .join('/');
}

const screenAt = (path: string): Screen => routeAt(withoutTrailingSlash(path))?.screen ?? 'missing';

const routeAt = (path: string): Route | undefined =>
  routes.find((route) => matches(route.path, path));

/** Removes trailing slashes, because they do not distinguish addresses. */
function withoutTrailingSlash(path: string): string {
  const trimmed = path.replace(/\/+$/, '');
  return trimmed === '' ? '/' : trimmed;
}

function matches(pattern: string, path: string): boolean {
  const patternParts = pattern.split('/');
  const pathParts = path.split('/');
  return (
    patternParts.length === pathParts.length &&
    patternParts.every((part, index) =>
      part.startsWith(':') ? pathParts[index] !== '' : part === pathParts[index],
    )
  );
}
