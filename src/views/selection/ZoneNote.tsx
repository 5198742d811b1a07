import { useSelector } from '@xstate/react';
import type { SelectionActor } from '#machines/selection/selection.ts';

/** Says which stored time zone no clock knows; its times are in UTC until somebody chooses another one. */
export function ZoneNote({ actor }: { actor: SelectionActor }) {
  const notice = useSelector(actor, ({ context }) => context.member.timezone_notice);
  if (notice === undefined) return null;
  return (
    <div className="as-of" role="status">
      <p>{notice}</p>
    </div>
  );
}
