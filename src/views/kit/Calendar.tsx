import { useState } from 'react';
import { type DateRange, DayPicker, type Modifiers } from 'react-day-picker';
import type { Period } from '#contract/period.ts';
import { Button } from './Button.tsx';
import { days } from './format.ts';
import './calendar.css';

/** Two days of a calendar, both included; no day is later than today. */
export function Calendar({
  period,
  today,
  onChoose,
}: {
  /** What is chosen already; null for nothing. */
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
        weekStartsOn={1}
        labels={{ labelDayButton: nameOf }}
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

const inFull = new Intl.DateTimeFormat('en-US', { dateStyle: 'full' });

/** The name of a day holds its number as it is drawn, so that it can be called by it. */
const nameOf = (date: Date, { today, selected }: Modifiers): string =>
  `${today ? 'Today, ' : ''}${inFull.format(date)}${selected ? ', selected' : ''}`;

/** A calendar day as the picker's local date, and back; no zone takes part. */
const dateOf = (day: string): Date =>
  new Date(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)));
const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
const periodFrom = (range: DateRange | undefined): Period | null =>
  range?.from ? { start: dayOf(range.from), end: dayOf(range.to ?? range.from) } : null;
