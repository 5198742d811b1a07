import { shallowEqual, useSelector } from '@xstate/react';
import { dayAt } from '#contract/period.ts';
import type { SelectionActor } from '#machines/selection.ts';
import { queryOf } from '#machines/selection-rules.ts';
import { RangePicker } from '../parts/RangePicker.tsx';

/** Which days, in the zone of the report. */
export function RangeChoice({ actor }: { actor: SelectionActor }) {
  const period = useSelector(actor, ({ context }) => queryOf(context)?.period, shallowEqual);
  const today = useSelector(actor, ({ context }) =>
    context.now === null ? null : dayAt(new Date(context.now), context.timezone ?? 'UTC'),
  );
  if (!period || today === null) return null;
  return (
    <RangePicker
      period={period}
      today={today}
      onChoose={(range) => actor.send({ type: 'range.choose', range })}
    />
  );
}
