import { useSelector } from '@xstate/react';
import { countsOf, type FailedItemsActor } from '#machines/settings/failed-items.ts';
import { count } from '../kit/format.ts';
import { totalOf } from './failed-item-words.ts';

/** How much is set aside, beside the name of the page; nothing where there is none. */
export function FailedCount({ actor }: { actor: FailedItemsActor }) {
  const total = useSelector(actor, (snapshot) => totalOf(countsOf(snapshot)));
  if (total === 0) return null;
  return (
    <span className="settings-count">
      {count(total)}
      <span className="only-read"> set aside</span>
    </span>
  );
}
