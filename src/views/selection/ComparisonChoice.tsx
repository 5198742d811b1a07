import { Popover } from '@base-ui/react/popover';
import { useSelector } from '@xstate/react';
import { History } from 'lucide-react';
import { useState } from 'react';
import { dayAt, windowOf } from '#contract/period.ts';
import { dashboardIn, type WorkspaceActor } from '#machines/app/workspace.ts';
import type { SelectionActor, SelectionSnapshot } from '#machines/selection/selection.ts';
import { comparisonWindow, shownZone, todayOf } from '#machines/selection/selection-model.ts';
import type { Query } from '#model/query.ts';
import { FloatingPopup } from '../kit/FloatingPopup.tsx';
import { days, span } from '../kit/format.ts';
import { LazyCalendar } from '../kit/LazyCalendar.tsx';
import { PickerValue } from '../kit/PickerValue.tsx';
import { ComparisonWay } from './ComparisonWay.tsx';
import { comparisonNames, comparisonWords, plainComparisons } from './comparisons.ts';

/** Selects the comparison. Each option shows its exact dates; those of the selected one come from the server. */
export function ComparisonChoice({
  actor,
  workspace,
}: {
  actor: SelectionActor;
  workspace: WorkspaceActor;
}) {
  const [open, setOpen] = useState(false);
  const comparison = useSelector(actor, ({ context }) => context.comparison);
  const dashboard = useSelector(workspace, dashboardIn);
  const totals = useSelector(dashboard, (snapshot) => snapshot?.children.totals);
  const freshness = useSelector(totals, (snapshot) => snapshot?.context.answer?.freshness);
  const compare = freshness?.compare?.mode === comparison ? freshness.compare : null;
  const shown =
    freshness && compare
      ? `vs ${span(compare.utc_from, compare.utc_to, freshness.timezone)}`
      : null;
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        className="trigger comparison"
        data-pending={(comparison !== 'none' && shown === null) || undefined}
      >
        <PickerValue
          icon={History}
          label="Compared with"
          value={shown ?? comparisonNames[comparison]}
          shortValue={comparisonWords[comparison]}
        />
      </Popover.Trigger>
      <FloatingPopup label="Compared with" look="range" align="end">
        <Ways actor={actor} onDone={() => setOpen(false)} />
      </FloatingPopup>
    </Popover.Root>
  );
}

function Ways({ actor, onDone }: { actor: SelectionActor; onDone: () => void }) {
  const snapshot = useSelector(actor, (current) => current);
  const { comparison, comparedPeriod } = snapshot.context;
  const [custom, setCustom] = useState(comparison === 'custom');
  const today = todayOf(snapshot.context);
  return (
    <>
      <ul className="comparisons">
        {plainComparisons.map((way) => (
          <li key={way}>
            <ComparisonWay
              name={comparisonNames[way]}
              note={noteOf(snapshot, way)}
              chosen={way === comparison}
              onChoose={() => {
                actor.send({ type: 'comparison.choose', comparison: way });
                onDone();
              }}
            />
          </li>
        ))}
        <li>
          <ComparisonWay
            name={comparisonNames.custom}
            note={comparedPeriod && days(comparedPeriod.start, comparedPeriod.end)}
            chosen={comparison === 'custom'}
            open={custom}
            onChoose={() => setCustom(!custom)}
          />
        </li>
      </ul>
      {custom && today ? (
        <LazyCalendar
          period={comparedPeriod}
          today={today}
          onChoose={(period) => {
            actor.send({ type: 'comparedPeriod.choose', period });
            onDone();
          }}
        />
      ) : null}
    </>
  );
}

/** The clock is only exact to a quarter of an hour, so the end of a running period comes from the server's response. */
function noteOf({ context }: SelectionSnapshot, way: Query['comparison']): string | null {
  const compared = comparisonWindow(context, way);
  if (!compared) return null;
  const { period, window } = compared;
  const zone = shownZone(context);
  if (window.to >= windowOf(period, zone).to) return days(period.start, period.end);
  return `${days(period.start, dayAt(new Date(window.to.getTime() - 1), zone))}, up to this time`;
}
