import { useSelector } from '@xstate/react';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { todayOf } from '#machines/selection/selection-model.ts';
import { type FunnelRange, funnelPeriod } from '#model/funnels.ts';
import { RangePicker } from '../../selection/RangePicker.tsx';

/** The days of a funnel's screen, which are its own. */
export function FunnelRangeChoice({
  range,
  selection,
  onChoose,
}: {
  range: FunnelRange;
  selection: SelectionActor;
  onChoose: (range: FunnelRange) => void;
}) {
  const today = useSelector(selection, ({ context }) => todayOf(context));
  if (today === null) return null;
  return <RangePicker period={funnelPeriod(range, today)} today={today} onChoose={onChoose} />;
}
