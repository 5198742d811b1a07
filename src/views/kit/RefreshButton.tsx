import { useSelector } from '@xstate/react';
import { RotateCw } from 'lucide-react';
import type { AnyActorRef } from 'xstate';

/** Reads the first page of a paged list again. */
export function RefreshButton({
  actor,
  label = 'Refresh',
}: {
  actor: AnyActorRef;
  label?: string;
}) {
  const can: boolean = useSelector(actor, (list) => list.can({ type: 'list.refresh' }));
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      aria-disabled={!can}
      onClick={() => actor.send({ type: 'list.refresh' })}
    >
      <RotateCw size={16} aria-hidden="true" />
    </button>
  );
}
