import { safely } from './safely.ts';

/** Calls back for every route change of a single-page app. */
export function watchRoutes(changed: () => void): void {
  let shown = route();
  const look = () =>
    setTimeout(() =>
      safely(() => {
        if (route() === shown) return;
        shown = route();
        changed();
      }),
    );
  for (const name of ['pushState', 'replaceState'] as const) {
    safely(() => {
      const original = history[name];
      history[name] = function (...args) {
        const result = original.apply(this, args);
        safely(look);
        return result;
      };
    });
  }
  addEventListener('popstate', look);
}

/** The path, and a hash that is a route; queries and anchors are no routes. */
const route = (): string => location.pathname + (/^#!?\/[^?]*/.exec(location.hash)?.[0] ?? '');
