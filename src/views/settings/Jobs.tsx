import { useSelector } from '@xstate/react';
import { CircleCheck } from 'lucide-react';
import {
  type FailedCount,
  type FailedQueue,
  failedQueues,
} from '#contract/failed-items/schemas.ts';
import {
  countsOf,
  type FailedItemsActor,
  type FailedItemsSnapshot,
  retriedNow,
  shownQueue,
} from '#machines/settings/failed-items.ts';
import { Button } from '../kit/Button.tsx';
import { Failed } from '../kit/Failed.tsx';
import { count } from '../kit/format.ts';
import { listScene } from '../kit/list-scene.ts';
import { MoreRows } from '../kit/MoreRows.tsx';
import { Outcome } from '../kit/Outcome.tsx';
import { RefreshButton } from '../kit/RefreshButton.tsx';
import { Section } from '../kit/Section.tsx';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';
import { FailedItemRow } from './FailedItemRow.tsx';
import { queueWords, retriedWords, totalOf } from './failed-item-words.ts';

type Props = { actor: FailedItemsActor; project: number; zone: string };

/** Work of the server that was set aside because it kept failing, and what tries it again. */
export function Jobs({ actor, project, zone }: Props) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const refreshing = useSelector(actor, isRefreshing);
  return (
    <Section
      name="Set aside"
      lead="Work that kept failing was set aside, so that the rest goes on. Try it again once the cause is gone."
      busy={busy}
      refreshing={refreshing}
      tools={
        <>
          <RetryQueue actor={actor} project={project} />
          <RefreshButton actor={actor} />
        </>
      }
    >
      <Queues actor={actor} />
      <Result actor={actor} />
      <Items actor={actor} zone={zone} />
    </Section>
  );
}

/** Chooses a queue. It is left out where all that is set aside is of one queue. */
function Queues({ actor }: { actor: FailedItemsActor }) {
  const counts = useSelector(actor, countsOf);
  const chosen = useSelector(actor, ({ context }) => context.filter.queue);
  if (chosen === null && counts.length < 2) return null;
  const choose = (queue: FailedQueue | null) =>
    actor.send({ type: 'filter.change', filter: { queue } });
  return (
    <fieldset className="segments settings-queues" aria-label="Queue">
      <Queue
        name="All"
        items={totalOf(counts)}
        isChosen={chosen === null}
        onChoose={() => choose(null)}
      />
      {failedQueues
        .map((queue) => ({ queue, items: countIn(counts, queue) }))
        .filter(({ queue, items }) => queue === chosen || items > 0)
        .map(({ queue, items }) => (
          <Queue
            key={queue}
            name={queueWords[queue]}
            items={items}
            isChosen={queue === chosen}
            onChoose={() => choose(queue)}
          />
        ))}
    </fieldset>
  );
}

function Queue({
  name,
  items,
  isChosen,
  onChoose,
}: {
  name: string;
  items: number;
  isChosen: boolean;
  onChoose: () => void;
}) {
  return (
    <button type="button" className="segment" aria-pressed={isChosen} onClick={onChoose}>
      {name} {count(items)}
    </button>
  );
}

/**
 * Tries all of the chosen queue again, or of the only one in which something is set aside. One item has its own
 * button.
 */
function RetryQueue({ actor, project }: Omit<Props, 'zone'>) {
  const queue = useSelector(actor, shownQueue);
  const items = useSelector(actor, (snapshot) => countIn(countsOf(snapshot), queue));
  const isReady = useSelector(actor, (snapshot) => snapshot.matches({ ready: 'fresh' }));
  const isRunning = useSelector(actor, (snapshot) => retriedNow(snapshot)?.kind === 'queue');
  if (queue === null || items < 2) return null;
  return (
    <Button
      aria-disabled={!isReady}
      onClick={() => actor.send({ type: 'action.run', action: { kind: 'queue', project, queue } })}
    >
      {isRunning ? 'Trying again' : `Try all ${count(items)} again`}
    </Button>
  );
}

/** What the last retry did, until it is dismissed. */
function Result({ actor }: { actor: FailedItemsActor }) {
  const refused = useSelector(actor, (snapshot) => snapshot.matches('refused'));
  const { result, problem } = useSelector(actor, ({ context }) => context);
  if (refused && problem) {
    return (
      <Outcome isBad onDismiss={() => actor.send({ type: 'problem.dismiss' })}>
        {`Nothing was tried again. ${problem.message}`}
      </Outcome>
    );
  }
  return result ? (
    <Outcome isBad={result.remaining > 0} onDismiss={() => actor.send({ type: 'result.dismiss' })}>
      {retriedWords(result)}
    </Outcome>
  ) : null;
}

function Items({ actor, zone }: Omit<Props, 'project'>) {
  const scene = useSelector(actor, listScene);
  const { rows, filter, problem } = useSelector(actor, ({ context }) => context);
  if (scene === 'waiting') return <TableSkeleton rows={4} columns={3} />;
  if (scene === 'failed' && problem) {
    return (
      <Failed
        problem={problem}
        name="what was set aside"
        onRetry={() => actor.send({ type: 'retry' })}
      />
    );
  }
  if (scene === 'empty') return <Nothing actor={actor} queue={filter.queue} />;
  return (
    <>
      <ul className="settings-list" aria-label="Set aside">
        {rows.map((item) => (
          <FailedItemRow key={item.id} actor={actor} item={item} zone={zone} />
        ))}
      </ul>
      <MoreRows
        actor={actor}
        nextPage={{ hint: 'Rows above are kept.', retry: 'Retry the next rows' }}
        refresh={{ hint: 'Rows above may be outdated.', retry: 'Retry the refresh' }}
      />
    </>
  );
}

function Nothing({ actor, queue }: { actor: FailedItemsActor; queue: FailedQueue | null }) {
  return (
    <div className="blank">
      <CircleCheck size={24} aria-hidden="true" />
      <p className="blank-title">Nothing is set aside</p>
      {queue === null ? (
        <p>What fails again and again is listed here with its error.</p>
      ) : (
        <>
          <p>{`No work of “${queueWords[queue]}” waits to be tried again.`}</p>
          <Button onClick={() => actor.send({ type: 'filter.change', filter: { queue: null } })}>
            Show all queues
          </Button>
        </>
      )}
    </div>
  );
}

const countIn = (counts: readonly FailedCount[], queue: FailedQueue | null): number =>
  counts.find((one) => one.queue === queue)?.count ?? 0;

const isRefreshing = (snapshot: FailedItemsSnapshot): boolean =>
  snapshot.matches({ ready: 'refreshing' }) || snapshot.matches({ empty: 'refreshing' });
