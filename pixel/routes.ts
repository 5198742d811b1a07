import { safely } from './safely.ts';

/** Calls back once for every route that an app shows without loading a page. */
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
      history[name] = function (...given) {
        const result = original.apply(this, given);
        safely(look);
        return result;
      };
    });
  }
  addEventListener('popstate', look);
  addEventListener('pageshow', ({ persisted }) => persisted && safely(changed));
}

/** The path, and a hash that stands for one; queries and places in a page are not routes. */
const route = (): string => location.pathname + (/^#!?\/[^?]*/.exec(location.hash)?.[0] ?? '');
