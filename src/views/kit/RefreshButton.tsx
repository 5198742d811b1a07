import { useSelector } from '@xstate/react';
import { RotateCw } from 'lucide-react';
import type { PagedListActor, PagedListTypes } from '#machines/kit/paged-list.ts';

/** Reloads the first page of a paged list. */
export function RefreshButton<Types extends PagedListTypes>({
  actor,
  label = 'Refresh',
}: {
  actor: PagedListActor<Types>;
  label?: string;
}) {
  const can = useSelector(actor, (list) => list.can({ type: 'list.refresh' }));
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
