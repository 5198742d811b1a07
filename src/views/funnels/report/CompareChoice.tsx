import { Popover } from '@base-ui/react/popover';
import { History } from 'lucide-react';
import { useState } from 'react';
import type { Period } from '#contract/period.ts';
import type { FunnelComparison } from '#model/funnel-dashboard.ts';
import { FloatingPopup } from '../../kit/FloatingPopup.tsx';
import { days } from '../../kit/format.ts';
import { LazyCalendar } from '../../kit/LazyCalendar.tsx';
import { PickerValue } from '../../kit/PickerValue.tsx';
import { ComparisonWay } from '../../selection/ComparisonWay.tsx';

const names: Record<FunnelComparison, string> = {
  none: 'No comparison',
  previous: 'Period before',
  custom: 'Custom days',
};

/** With which days the report is compared. */
export function CompareChoice({
  compare,
  compared,
  today,
  onChoose,
}: {
  compare: FunnelComparison;
  compared: Period | null;
  today: string;
  onChoose: (choice: { compare: FunnelComparison; compared: Period | null }) => void;
}) {
  const [open, setOpen] = useState(false);
  const [picking, setPicking] = useState(compare === 'custom');
  const choose = (choice: Parameters<typeof onChoose>[0]) => {
    setOpen(false);
    onChoose(choice);
  };
  const shown = compare === 'custom' && compared ? days(compared.start, compared.end) : null;
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger className="trigger">
        <PickerValue icon={History} label="Compared with" value={shown ?? names[compare]} />
      </Popover.Trigger>
      <FloatingPopup label="Compared with" look="range" align="end">
        <ul className="comparisons">
          {(['none', 'previous'] as const).map((way) => (
            <li key={way}>
              <ComparisonWay
                name={names[way]}
                chosen={way === compare}
                onChoose={() => choose({ compare: way, compared: null })}
              />
            </li>
          ))}
          <li>
            <ComparisonWay
              name={names.custom}
              chosen={compare === 'custom'}
              open={picking}
              onChoose={() => setPicking(!picking)}
            />
          </li>
        </ul>
        {picking ? (
          <LazyCalendar
            period={compared}
            today={today}
            onChoose={(period) => choose({ compare: 'custom', compared: period })}
          />
        ) : null}
      </FloatingPopup>
    </Popover.Root>
  );
}
