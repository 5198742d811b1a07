import { type AnyEventObject, fromCallback } from 'xstate';
import { type LogFilter, logFilterSchema } from '#contract/conversion-log.ts';

type Report = { type: 'log.recalled'; filter: LogFilter; id: string | null };
type Go = (to: string, options: { replace: boolean }) => void;

const keys = ['status', 'sides', 'attributed', 'find'];
/** The first two are fired by wouter, which patches the history methods of the same name. */
const changes = ['pushState', 'replaceState', 'popstate'];

/**
 * The log in the address bar: what narrows it and which conversion is open. `watch` tells both at the start, and again
 * whenever somebody else changes them: a link, a step back or forward.
 */
export function createLogAddress(window: Window, go: Go) {
  let known = '';

  return {
    rewrite(filter: LogFilter) {
      const { pathname, search, hash } = window.location;
      const next = writeLog(search, filter);
      known = keyOf({ filter, id: idIn(pathname) });
      if (next !== search) go(`${pathname}${next}${hash}`, { replace: true });
    },
    watch: fromCallback<AnyEventObject, undefined, Report>(({ sendBack }) => {
      const tell = () => {
        const { pathname, search } = window.location;
        if (!isLog(pathname)) return;
        const asked = { filter: readLogAddress(search), id: idIn(pathname) };
        if (keyOf(asked) === known) return;
        known = keyOf(asked);
        sendBack({ type: 'log.recalled', ...asked });
      };
      known = '';
      tell();
      for (const change of changes) window.addEventListener(change, tell);
      return () => {
        for (const change of changes) window.removeEventListener(change, tell);
      };
    }),
  };
}

/** Reads what the query of an address asks of the log; what makes no sense is as if it was not there. */
function readLogAddress(search: string): LogFilter {
  const query = new URLSearchParams(search);
  const attributed = query.get('attributed');
  return logFilterSchema.parse({
    status: query.get('status'),
    pairing: query.get('sides'),
    attributed: attributed === '1' ? true : attributed === '0' ? false : null,
    search: query.get('find') ?? '',
  });
}

/** The query that asks for the same again. Keys that are not ours stay as they are. */
function writeLog(
  search: string,
  { status, pairing, attributed, search: text }: LogFilter,
): string {
  const query = new URLSearchParams(search);
  for (const key of keys) query.delete(key);
  if (status) query.set('status', status);
  if (pairing) query.set('sides', pairing);
  if (attributed !== null) query.set('attributed', attributed ? '1' : '0');
  if (text.trim() !== '') query.set('find', text.trim());
  const written = query.toString();
  return written === '' ? '' : `?${written}`;
}

const isLog = (pathname: string): boolean => /^\/conversions(\/|$)/.test(pathname);

function idIn(pathname: string): string | null {
  const [, id = ''] = /^\/conversions\/([^/]+)/.exec(pathname) ?? [];
  try {
    return decodeURIComponent(id) || null;
  } catch {
    return id;
  }
}

const keyOf = (asked: Omit<Report, 'type'>): string => JSON.stringify(asked);
