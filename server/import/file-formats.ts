import {
  createMarkFinder,
  type DecimalMark,
  isBare,
  readBareAmount,
} from '#contract/amount-text.ts';
import { type DayOrder, dayOf, orderIn, timeOf } from './time-values.ts';

/** How a file writes amounts and days; null where it was not asked for and no value needed it. */
export type Formats = { decimal: DecimalMark | null; dates: DayOrder | null };

/** Turns the texts of a file into the values of the API. */
export type FormatReader = {
  /** A text that is no amount stays as it is, and the collector refuses it with its reason. */
  amount(text: string, currency: string): string;
  time(text: string, timezone: string): number | null;
  day(text: string): string;
};

export const readerOf = ({ decimal, dates }: Formats): FormatReader => ({
  amount: (text) => (decimal === null ? text : (readBareAmount(text, decimal) ?? text)),
  time: (text, timezone) => timeOf(text, timezone, dates),
  day: (text) => dayOf(text, dates),
});

export type FormatFinder = FormatReader & {
  /** The formats that all values of a file share, or a value that may be read in two ways. */
  found(): { formats: Formats } | { unclear: string; option: string; choices: string };
};

/** Reads a file once before the import, so that one amount or day decides for all of its kind. */
export function createFormatFinder(given: Formats): FormatFinder {
  const marks = createMarkFinder();
  const days = new Map<DayOrder | 'open', string>();
  const note = (text: string) => {
    const order = orderIn(text);
    if (order !== null && !days.has(order)) days.set(order, text);
  };
  return {
    amount(text, currency) {
      if (isBare(text)) marks.add(text, currency);
      return '0';
    },
    time(text) {
      note(text);
      return 0;
    },
    day(text) {
      note(text);
      return text;
    },
    found() {
      const mark = given.decimal === null ? marks.found() : { mark: given.decimal };
      if ('unclear' in mark) {
        return { unclear: mark.unclear, option: 'decimal', choices: 'comma or --decimal=dot' };
      }
      const order = given.dates ?? orderAmong(days);
      if (order !== null && order !== 'dmy' && order !== 'mdy') {
        return { unclear: order.unclear, option: 'dates', choices: 'dmy or --dates=mdy' };
      }
      return { formats: { decimal: mark.mark, dates: order } };
    },
  };
}

function orderAmong(
  days: ReadonlyMap<DayOrder | 'open', string>,
): DayOrder | null | { unclear: string } {
  const dotted = days.get('dmy');
  if (dotted !== undefined && days.has('mdy')) return { unclear: dotted };
  if (dotted !== undefined) return 'dmy';
  if (days.has('mdy')) return 'mdy';
  const open = days.get('open');
  return open === undefined ? null : { unclear: open };
}
