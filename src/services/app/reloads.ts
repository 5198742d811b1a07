import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import type { Problem } from '#contract/problem.ts';

type NoteStore = { read: () => string | null; write: (text: string) => void; drop: () => void };

const notesKey = 'clickledger.reloaded';
const unreachable: Problem = { kind: 'offline', message: 'The server did not answer.' };

/**
 * Notes that survive a reload of this tab. When the browser blocks storage, they are kept in `window.name`, unless
 * another script uses it.
 */
export function createReloads(window: Window, fetch: typeof globalThis.fetch) {
  const stores = [inStorage(window), inName(window)];

  const read = (): string[] => stores.flatMap((carrier) => pathsIn(attempt(carrier.read)));

  /** Whether the next page can read the note: the only proof is to read it back. */
  const keep = (text: string) =>
    stores.some((carrier) => {
      attempt(() => carrier.write(text));
      return attempt(carrier.read) === text;
    });

  return {
    /** Reports every chunk of the app that failed to load, with the path of the page. */
    chunks: fromCallback<AnyEventObject, undefined, { type: 'chunk.failed'; path: string }>(
      ({ sendBack }) => {
        const onPreloadError = () =>
          sendBack({ type: 'chunk.failed', path: window.location.pathname });
        window.addEventListener('vite:preloadError', onPreloadError);
        return () => window.removeEventListener('vite:preloadError', onPreloadError);
      },
    ),
    recall: fromPromise<string[], void>(async () => read()),
    /**
     * Reloads the page if the server serves it and the reload can be noted; otherwise it fails, with a problem if the
     * network is down. It never resolves, because the reload ends the page.
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
      for (const { drop } of stores) attempt(drop);
    },
  };
}

function inStorage(window: Window): NoteStore {
  return {
    read: () => window.sessionStorage.getItem(notesKey),
    write: (text) => window.sessionStorage.setItem(notesKey, text),
    drop: () => window.sessionStorage.removeItem(notesKey),
  };
}

function inName(window: Window): NoteStore {
  const isFree = () => window.name === '' || window.name.startsWith(notesKey);
  return {
    read: () => (window.name.startsWith(notesKey) ? window.name.slice(notesKey.length) : null),
    write: (text) => {
      if (isFree()) window.name = notesKey + text;
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

/** Storage may throw at any time. */
function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
