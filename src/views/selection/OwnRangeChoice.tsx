import { useSelector } from '@xstate/react';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { todayOf } from '#machines/selection/selection-model.ts';
import { type OwnRange, ownPeriod } from '#model/own-days.ts';
import { RangePicker } from './RangePicker.tsx';

/** The days of a screen that has its own. */
export function OwnRangeChoice({
  range,
  selection,
  onChoose,
}: {
  range: OwnRange;
  selection: SelectionActor;
  onChoose: (range: OwnRange) => void;
}) {
  const today = useSelector(selection, ({ context }) => todayOf(context));
  if (today === null) return null;
  return <RangePicker period={ownPeriod(range, today)} today={today} onChoose={onChoose} />;
}
