import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import type { Problem } from '#contract/problem.ts';

type Carrier = { read: () => string | null; write: (text: string) => void; drop: () => void };

const key = 'clickledger.reloaded';
const unreachable: Problem = { kind: 'offline', message: 'The server did not answer.' };

/**
 * Notes that outlive a reload of this tab, and nothing else. A browser that refuses storage still carries the
 * window's name from one page to the next, unless somebody uses it.
 */
export function createReloads(window: Window, fetch: typeof globalThis.fetch) {
  const carriers = [inStorage(window), inName(window)];

  const read = (): string[] => carriers.flatMap((carrier) => pathsIn(attempt(carrier.read)));

  /** Whether the next page will find what was written: only reading it back tells. */
  const keep = (text: string) =>
    carriers.some((carrier) => {
      attempt(() => carrier.write(text));
      return attempt(carrier.read) === text;
    });

  return {
    /** Reports every part of the app that could not be loaded, and where that happened. */
    chunks: fromCallback<AnyEventObject, undefined, { type: 'chunk.failed'; path: string }>(
      ({ sendBack }) => {
        const hear = () => sendBack({ type: 'chunk.failed', path: window.location.pathname });
        window.addEventListener('vite:preloadError', hear);
        return () => window.removeEventListener('vite:preloadError', hear);
      },
    ),
    recall: fromPromise<string[], void>(async () => read()),
    /**
     * Reloads when there is a page to reload to and the reload can be noted down; fails otherwise, with a problem
     * where it is the network's fault. The page ends with it, so it never answers.
     */
    reload: fromPromise<void, { paths: string[] }>(async ({ input, signal }) => {
      const page = await fetch(window.location.href, {
        method: 'HEAD',
        headers: { Accept: 'text/html' },
        cache: 'no-store',
        signal,
      }).catch(() => null);
      if (!page?.ok) throw unreachable;
      if (!keep(JSON.stringify(input.paths))) throw new Error('The reload cannot be noted down.');
      window.location.reload();
      return new Promise<void>(() => {});
    }),
    forget: () => {
      for (const { drop } of carriers) attempt(drop);
    },
  };
}

function inStorage(window: Window): Carrier {
  return {
    read: () => window.sessionStorage.getItem(key),
    write: (text) => window.sessionStorage.setItem(key, text),
    drop: () => window.sessionStorage.removeItem(key),
  };
}

function inName(window: Window): Carrier {
  const isFree = () => window.name === '' || window.name.startsWith(key);
  return {
    read: () => (window.name.startsWith(key) ? window.name.slice(key.length) : null),
    write: (text) => {
      if (isFree()) window.name = key + text;
    },
    drop: () => {
      if (isFree()) window.name = '';
    },
  };
}

function pathsIn(text: string | null | undefined): string[] {
  try {
    const paths: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : [];
  } catch {
    return [];
  }
}

/** Storage may refuse at any time. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
