import { readStored, writeStored } from '../kit/local-storage.ts';

type FirstReportNote = {
  /** The path and search of the page. */
  page: string;
  /** The path and search of its first report. */
  path: string;
  /** The current day in the report's time zone, in the date format of reports. */
  day: string;
  /** The time in milliseconds until which that day certainly lasts. */
  until: number;
};

const factName = 'first-report';

const DAY = 86_400_000;
/** A day on which the clocks go forward is shorter by this hour. */
const HOUR = 3_600_000;

/**
 * Predicts the first report of a page from the previous visit. On a later day it predicts only a report on that single
 * day. Predicting more reports would delay the page more than it gains.
 */
export function firstReport(window: Window, now: () => number) {
  const page = window.location.pathname + window.location.search;
  const stored = readStored(window, factName);
  const note = isNote(stored) ? stored : null;
  let isNoted = false;
  return {
    expected: note?.page === page ? expectedAt(now(), note) : null,
    /** Stores the first report of this visit for the next visit. */
    note(path: string) {
      const today = isNoted ? null : dayOf(path, now());
      if (today === null) return;
      isNoted = true;
      const note: FirstReportNote = { page, path, ...today };
      writeStored(window, factName, note);
    },
  };
}

/** Formatting a date costs a page 20 ms the first time, so it is skipped while the day certainly lasts. */
function expectedAt(now: number, { path, day, until }: FirstReportNote): string | null {
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

/** The current day in the report's time zone; null if the call is no report or the zone is unknown. */
function dayOf(path: string, now: number): Pick<FirstReportNote, 'day' | 'until'> | null {
  const timeZone = searchOf(path).get('timezone');
  if (!isReport(path) || timeZone === null) return null;
  try {
    const moment = new Intl.DateTimeFormat('en-US', { timeZone, ...dateTimeFormat }).format(now);
    const [day = '', time = ''] = moment.split(', ');
    return { day, until: now + DAY - HOUR - Date.parse(`1970-01-01T${time}Z`) };
  } catch {
    return null;
  }
}

const dateTimeFormat: Intl.DateTimeFormatOptions = {
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

/** Checks the stored value by hand, because the schemas are not loaded yet. */
function isNote(value: unknown): value is FirstReportNote {
  if (typeof value !== 'object' || value === null) return false;
  const { page, path, day, until }: Partial<Record<keyof FirstReportNote, unknown>> = value;
  return [page, path, day].every((part) => typeof part === 'string') && typeof until === 'number';
}
