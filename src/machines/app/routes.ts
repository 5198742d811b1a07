import { type Access, addresses, carriesSelection, type Layout, type Screen } from './screens.ts';

type Route = {
  path: string;
  layout: Layout;
  access: Access;
  screen: Screen;
  within?: string;
  keepsScroll?: true;
};

/** Every address of the app; the first match wins. What is public is said there and never guessed from the text. */
const routes: readonly Route[] = addresses;

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

/** Whether an address carries the selection. */
export const hasSelection = (path: string): boolean =>
  carriesSelection(routeAt(tidy(path))?.screen ?? 'missing');

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
