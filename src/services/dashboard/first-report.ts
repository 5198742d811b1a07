import { readStored, writeStored } from '../kit/local-storage.ts';

type Note = {
  /** The page that was opened. */
  page: string;
  /** The report that it asked for first: a path with its search. */
  path: string;
  /** Which day that was where its figures are counted, as reports write days. */
  day: string;
  /** Until when it is that day for sure, in milliseconds. */
  until: number;
};

const fact = 'first-report';

const DAY = 86_400_000;
/** By this much a day may be shorter than others. */
const HOUR = 3_600_000;

/**
 * The report that a page asks for first, as its last opening tells. On another day it is the same again only where it
 * was about that day alone. More than one at once would hold up the page more than its figures gain.
 */
export function firstReport(window: Window, now: () => number) {
  const page = window.location.pathname + window.location.search;
  const kept = readStored(window, fact);
  const note = isNote(kept) ? kept : null;
  let isNoted = false;
  return {
    expected: note?.page === page ? askedAt(now(), note) : null,
    /** Keeps the first of these for the next opening. */
    note(path: string) {
      const today = isNoted ? null : dayOf(path, now());
      if (today === null) return;
      isNoted = true;
      const note: Note = { page, path, ...today };
      writeStored(window, fact, note);
    },
  };
}

/** Which day it is takes a page 20 ms the first time, so nobody asks while it is the same for sure. */
function askedAt(now: number, { path, day, until }: Note): string | null {
  if (!isReport(path)) return null;
  if (now < until) return path;
  const today = dayOf(path, now)?.day ?? null;
  if (today === null || today === day) return today && path;
  const search = searchOf(path);
  const isOfThatDay = ['start_date', 'end_date'].every((edge) => search.get(edge) === day);
  if (!isOfThatDay || search.has('compare_start')) return null;
  return path.replaceAll(encodeURIComponent(day), encodeURIComponent(today));
}

const isReport = (path: string): boolean =>
  path.startsWith('/api/v1/') && searchOf(path).has('start_date');

/** Which day it is where the figures of this report are counted; none where it is no report, or its zone unknown. */
function dayOf(path: string, now: number): Pick<Note, 'day' | 'until'> | null {
  const timeZone = searchOf(path).get('timezone');
  if (!isReport(path) || timeZone === null) return null;
  try {
    const moment = new Intl.DateTimeFormat('en-US', { timeZone, ...written }).format(now);
    const [day = '', time = ''] = moment.split(', ');
    return { day, until: now + DAY - HOUR - Date.parse(`1970-01-01T${time}Z`) };
  } catch {
    return null;
  }
}

const written: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
};

const searchOf = (path: string): URLSearchParams =>
  new URLSearchParams(path.slice(path.indexOf('?') + 1));

/** Read without the schemas, which are not there yet. */
function isNote(value: unknown): value is Note {
  if (typeof value !== 'object' || value === null) return false;
  const { page, path, day, until }: Partial<Record<keyof Note, unknown>> = value;
  return [page, path, day].every((part) => typeof part === 'string') && typeof until === 'number';
}
