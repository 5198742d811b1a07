type Note = {
  /** The page that was opened. */
  page: string;
  /** The report that it asked for first: a path with its search. */
  path: string;
  /** Which day that was where its figures are counted, as reports write days. */
  day: string;
};

const key = 'clickledger.v1.first-report';

/**
 * The report that a page asks for first, as its last opening tells. On another day it is the same again only where it
 * was about that day alone. More than one at once would hold up the page more than its figures gain.
 */
export function firstReport(window: Window, now: () => number) {
  const page = window.location.pathname + window.location.search;
  const note = readNote(window);
  let isNoted = false;
  return {
    expected: note?.page === page ? askedOn(now(), note) : null,
    /** Keeps the first of these for the next opening. A browser that keeps nothing is none the worse for it. */
    note(path: string) {
      const day = dayIn(path, now());
      if (day === null || isNoted) return;
      isNoted = true;
      writeNote(window, { page, path, day });
    },
  };
}

function askedOn(now: number, { path, day }: Note): string | null {
  const today = dayIn(path, now);
  if (today === null || today === day) return today && path;
  const search = searchOf(path);
  const isOfThatDay = ['start_date', 'end_date'].every((edge) => search.get(edge) === day);
  if (!isOfThatDay || search.has('compare_start')) return null;
  return path.replaceAll(encodeURIComponent(day), encodeURIComponent(today));
}

/** Which day it is where the figures of this report are counted; none where it is no report, or its zone unknown. */
function dayIn(path: string, now: number): string | null {
  const search = searchOf(path);
  const timeZone = search.get('timezone');
  if (!path.startsWith('/api/v1/') || !search.has('start_date') || timeZone === null) return null;
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, ...parts }).format(now);
  } catch {
    return null;
  }
}

const searchOf = (path: string): URLSearchParams =>
  new URLSearchParams(path.slice(path.indexOf('?') + 1));

function readNote(window: Window): Note | null {
  try {
    const note: unknown = JSON.parse(window.localStorage.getItem(key) ?? 'null');
    return isNote(note) ? note : null;
  } catch {
    return null;
  }
}

function writeNote(window: Window, note: Note): void {
  try {
    window.localStorage.setItem(key, JSON.stringify(note));
  } catch {}
}

/** Read without the schemas, which are not there yet. */
function isNote(value: unknown): value is Note {
  if (typeof value !== 'object' || value === null) return false;
  const { page, path, day }: Partial<Record<keyof Note, unknown>> = value;
  return [page, path, day].every((part) => typeof part === 'string');
}
