import { Popover } from '@base-ui/react/popover';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { type Period, type Preset, presets } from '#contract/period.ts';
import { FloatingPopup } from '../kit/FloatingPopup.tsx';
import { days } from '../kit/format.ts';
import { LazyCalendar } from '../kit/LazyCalendar.tsx';
import { PickerValue } from '../kit/PickerValue.tsx';
import { nameOf, rangeNames } from './ranges.ts';

/** A date range: presets apply at once, two days of the calendar with Apply. */
export function RangePicker({
  period,
  today,
  isPast = false,
  onChoose,
}: {
  period: Period;
  /** The current day in the report's time zone. */
  today: string;
  /** Figures of a past instant use its day as today. */
  isPast?: boolean;
  onChoose: (range: Preset | Period) => void;
}) {
  const [open, setOpen] = useState(false);
  const shown = isPast ? days(period.start, period.end) : nameOf(period, today);
  const choose = (next: Preset | Period) => {
    setOpen(false);
    onChoose(next);
  };
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className="trigger" aria-keyshortcuts="t">
        <PickerValue icon={CalendarDays} label="Date range" value={shown} />
      </Popover.Trigger>
      <FloatingPopup label="Date range" look="range" align="start">
        <ul className="range-presets">
          {presets.map((preset) => (
            <li key={preset}>
              <button
                type="button"
                className="menu-item"
                aria-pressed={rangeNames[preset] === shown}
                onClick={() => choose(preset)}
              >
                {rangeNames[preset]}
              </button>
            </li>
          ))}
        </ul>
        <LazyCalendar period={period} today={today} onChoose={choose} />
      </FloatingPopup>
    </Popover.Root>
  );
}
