import { shallowEqual, useSelector } from '@xstate/react';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { queryOf, todayOf } from '#machines/selection/selection-model.ts';
import { RangePicker } from './RangePicker.tsx';

/** Which days, in the zone of the report. */
export function RangeChoice({ actor }: { actor: SelectionActor }) {
  const period = useSelector(actor, ({ context }) => queryOf(context)?.period, shallowEqual);
  const today = useSelector(actor, ({ context }) => todayOf(context));
  const isPast = useSelector(actor, ({ context }) => context.asOf !== null);
  if (!period || today === null) return null;
  return (
    <RangePicker
      period={period}
      today={today}
      isPast={isPast}
      onChoose={(range) => actor.send({ type: 'range.choose', range })}
    />
  );
}
