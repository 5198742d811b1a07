import { useState } from 'react';
import { type DateRange, DayPicker, type Modifiers } from 'react-day-picker';
import type { Period } from '#contract/period.ts';
import { Button } from './Button.tsx';
import { dayInWords, days, monthInWords, weekday } from './format.ts';
import { firstWeekday } from './locale.ts';
import './calendar.css';

/** Selects two days, both included; future days are disabled. */
export function Calendar({
  period,
  today,
  onChoose,
}: {
  /** The selected period, if any. */
  period: Period | null;
  today: string;
  onChoose: (period: Period) => void;
}) {
  const [range, setRange] = useState<DateRange | undefined>(
    period ? { from: dateOf(period.start), to: dateOf(period.end) } : undefined,
  );
  const chosen = periodFrom(range);
  return (
    <div className="range-calendar">
      <DayPicker
        mode="range"
        selected={range}
        onSelect={setRange}
        defaultMonth={dateOf(period?.end ?? today)}
        today={dateOf(today)}
        disabled={{ after: dateOf(today) }}
        endMonth={dateOf(today)}
        resetOnSelect
        fixedWeeks
        weekStartsOn={firstWeekday()}
        labels={{ labelDayButton: nameOf, labelGrid: captionOf }}
        formatters={{ formatCaption: captionOf, formatWeekdayName: (date) => weekday(dayOf(date)) }}
      />
      <div className="range-foot">
        <output aria-live="polite">
          {chosen ? days(chosen.start, chosen.end) : 'Choose two days'}
        </output>
        <Button
          look="primary"
          size="small"
          disabled={!chosen}
          onClick={() => chosen && onChoose(chosen)}
        >
          Apply
        </Button>
      </div>
    </div>
  );
}

/** The accessible name contains the visible number, so that voice control can click it. */
const nameOf = (date: Date, { today, selected }: Modifiers): string =>
  `${today ? 'Today, ' : ''}${dayInWords(dayOf(date))}${selected ? ', selected' : ''}`;

const captionOf = (month: Date): string => monthInWords(dayOf(month).slice(0, 7));

/** Converts between a calendar day and the picker's local date, without a time zone. */
const dateOf = (day: string): Date =>
  new Date(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)));
const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
const periodFrom = (range: DateRange | undefined): Period | null =>
  range?.from ? { start: dayOf(range.from), end: dayOf(range.to ?? range.from) } : null;
