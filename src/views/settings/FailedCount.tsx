import { useSelector } from '@xstate/react';
import { countsOf, type FailedItemsActor } from '#machines/settings/failed-items.ts';
import { count } from '../kit/format.ts';
import { totalOf } from './failed-item-words.ts';

/** How much is set aside, beside the name of the page; nothing where there is none, and a mark where it is unknown. */
export function FailedCount({ actor }: { actor: FailedItemsActor }) {
  const total = useSelector(actor, (snapshot) => totalOf(countsOf(snapshot)));
  const isUnread = useSelector(actor, (snapshot) => snapshot.matches('failed'));
  if (total > 0) {
    return (
      <span className="settings-count">
        {count(total)}
        <span className="only-read"> set aside</span>
      </span>
    );
  }
  return isUnread ? (
    <span className="settings-count">
      <span aria-hidden="true">?</span>
      <span className="only-read"> what is set aside could not be read</span>
    </span>
  ) : null;
}
