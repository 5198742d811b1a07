import { TZDate } from '@date-fns/tz';
import { instantOf } from '#contract/collect/events.ts';

const local = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?$/;

/**
 * A time in a file as milliseconds since 1970; one without an offset is local to the zone. Null for an invalid time.
 */
export function timeOf(text: string, timezone: string): number | null {
  const instant = instantOf(text);
  if (instant !== null) return instant;
  const parts = local.exec(text);
  if (!parts || instantOf(`${text.slice(0, 10)}T00:00:00Z`) === null) return null;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  if (hour > 23 || minute > 59 || second > 59) return null;
  const fraction = Number((parts[7] ?? '').padEnd(3, '0').slice(0, 3));
  return new TZDate(year, month - 1, day, hour, minute, second, fraction, timezone).getTime();
}

/** YYYY-MM-DD of a day in a common format; other texts stay as they are. */
export function dayOf(text: string): string {
  const compact =
    /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? /^(\d{4})-(\d{2})-(\d{2})[T ].*$/.exec(text);
  if (compact) return `${compact[1]}-${compact[2]}-${compact[3]}`;
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  if (!american) return text;
  return `${american[3]}-${american[1]?.padStart(2, '0')}-${american[2]?.padStart(2, '0')}`;
}
