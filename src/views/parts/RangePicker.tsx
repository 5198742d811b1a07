import { Popover } from '@base-ui/react/popover';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { type DateRange, DayPicker } from 'react-day-picker';
import { type Period, type Preset, periodOf, presets } from '#contract/period.ts';
import { Button } from './Button.tsx';
import { Chosen } from './Chosen.tsx';
import { days } from './format.ts';

const names: Record<Preset, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  last_7_days: 'Last 7 days',
  last_30_days: 'Last 30 days',
  this_month: 'This month',
  last_month: 'Last month',
  last_90_days: 'Last 90 days',
};

/** The words for a period: a preset's name when it is one, else its days. */
export function nameOf(period: Period, today: string): string {
  const preset = presets.find((name) => {
    const { start, end } = periodOf(name, today);
    return start === period.start && end === period.end;
  });
  return preset ? names[preset] : days(period.start, period.end);
}

/** A date range: presets at once, or two days of the calendar and Apply. */
export function RangePicker({
  period,
  today,
  onChoose,
}: {
  period: Period;
  /** The present day in the zone of the report. */
  today: string;
  onChoose: (range: Preset | Period) => void;
}) {
  const [open, setOpen] = useState(false);
  const choose = (next: Preset | Period) => {
    setOpen(false);
    onChoose(next);
  };
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className="trigger">
        <Chosen icon={CalendarDays} label="Date range" value={nameOf(period, today)} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="positioner" sideOffset={6} align="start">
          <Popover.Popup className="floating range" aria-label="Date range">
            <Calendar period={period} today={today} onChoose={choose} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Calendar({
  period,
  today,
  onChoose,
}: {
  period: Period;
  today: string;
  onChoose: (range: Preset | Period) => void;
}) {
  const [range, setRange] = useState<DateRange | undefined>({
    from: dateOf(period.start),
    to: dateOf(period.end),
  });
  const chosen = periodFrom(range);
  const current = nameOf(period, today);
  return (
    <>
      <ul className="range-presets">
        {presets.map((preset) => (
          <li key={preset}>
            <button
              type="button"
              className="menu-item"
              aria-pressed={names[preset] === current}
              onClick={() => onChoose(preset)}
            >
              {names[preset]}
            </button>
          </li>
        ))}
      </ul>
      <div className="range-calendar">
        <DayPicker
          mode="range"
          selected={range}
          onSelect={setRange}
          defaultMonth={dateOf(period.end)}
          today={dateOf(today)}
          disabled={{ after: dateOf(today) }}
          endMonth={dateOf(today)}
          resetOnSelect
          fixedWeeks
          weekStartsOn={1}
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
    </>
  );
}

/** A calendar day as the picker's local date, and back; no zone takes part. */
const dateOf = (day: string): Date =>
  new Date(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)));
const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
const periodFrom = (range: DateRange | undefined): Period | null =>
  range?.from ? { start: dayOf(range.from), end: dayOf(range.to ?? range.from) } : null;
