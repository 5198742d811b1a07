import { useSelector } from '@xstate/react';
import type { FailedItem } from '#contract/failed-items/schemas.ts';
import {
  type FailedItemsActor,
  type FailedItemsSnapshot,
  retriedNow,
} from '#machines/settings/failed-items.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { count, moment } from '../kit/format.ts';
import { errorOf, subjectOf, timeWords } from './failed-item-words.ts';
import { ItemAct } from './ItemAct.tsx';

/** One item with its error, and the button that tries it again. */
export function FailedItemRow({
  actor,
  item,
  zone,
}: {
  actor: FailedItemsActor;
  item: FailedItem;
  zone: string;
}) {
  const isReady = useSelector(actor, (snapshot) => snapshot.matches({ ready: 'fresh' }));
  const isRunning = useSelector(actor, (snapshot) => retriedItem(snapshot) === item.id);
  const { name, to } = subjectOf(item);
  const { kind, time } = item.subject;
  return (
    <li className="settings-item" aria-label={name}>
      <div className="settings-who">
        {to === null ? (
          <span className="settings-name">{name}</span>
        ) : (
          <AppLink to={to} className="settings-name">
            {name}
          </AppLink>
        )}
        <span className="settings-error">{errorOf(item)}</span>
        <span className="settings-note">
          {time === null ? '' : `${timeWords[kind]} ${moment(time, zone)}. `}
          {triedWords(item.tries)}, set aside {moment(item.set_aside_at, zone)}.
        </span>
      </div>
      <ItemAct
        label={`Try again: ${name}`}
        isReady={isReady}
        onAct={() => actor.send({ type: 'action.run', action: { kind: 'item', item } })}
      >
        {isRunning ? 'Trying again' : 'Try again'}
      </ItemAct>
    </li>
  );
}

function retriedItem(snapshot: FailedItemsSnapshot): number | null {
  const retry = retriedNow(snapshot);
  return retry?.kind === 'item' ? retry.item.id : null;
}

const triedWords = (tries: number): string =>
  tries === 1 ? 'Tried once' : `Tried ${count(tries)} times`;
