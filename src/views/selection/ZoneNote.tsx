import { useSelector } from '@xstate/react';
import type { SelectionActor } from '#machines/selection/selection.ts';

/** Names a stored time zone that no clock knows. Its times are shown in UTC until another one is chosen. */
export function ZoneNote({ actor }: { actor: SelectionActor }) {
  const notice = useSelector(actor, ({ context }) => context.member.timezone_notice);
  return notice ? (
    <p className="as-of" role="status">
      {notice}
    </p>
  ) : null;
}
