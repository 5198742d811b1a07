import { useSelector } from '@xstate/react';
import { replayOutcomes } from '#contract/event-pixels/health.ts';
import { type ExecutionOutcome, executionOutcomes } from '#contract/event-pixels/schemas.ts';
import type { DeliveriesActor, DeliveryListActor } from '#machines/event-pixels/deliveries.ts';
import type { Replay } from '#model/deliveries.ts';
import { Button } from '../kit/Button.tsx';
import { Failed } from '../kit/Failed.tsx';
import { count } from '../kit/format.ts';
import { listScene } from '../kit/list-scene.ts';
import { MenuSelect } from '../kit/MenuSelect.tsx';
import { MoreRows } from '../kit/MoreRows.tsx';
import { RefreshButton } from '../kit/RefreshButton.tsx';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';
import { Deliveries } from './Deliveries.tsx';
import { outcomeWords } from './words.ts';

const outcomeOptions = [
  { value: 'all', label: 'All' },
  ...executionOutcomes.map((value) => ({ value, label: outcomeWords[value] })),
] as const;

/** The deliveries of the open pixel. */
export function DeliveriesPanel({ actor, zone }: { actor: DeliveriesActor; zone: string }) {
  const list = useSelector(actor, ({ children }) => children.list);
  return list ? <DeliveryList actor={list} zone={zone} /> : null;
}

/** The deliveries, latest first, with the replay. */
export function DeliveryList({ actor, zone }: { actor: DeliveryListActor; zone: string }) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const showing = useSelector(actor, (snapshot) => snapshot.hasTag('showing'));
  const outcome = useSelector(actor, ({ context }) => context.filter.outcome);
  return (
    <section className="panel" aria-labelledby="deliveries-title" aria-busy={busy}>
      <div className="panel-progress" data-running={(busy && showing) || undefined} />
      <header className="panel-head">
        <h2 className="panel-title" id="deliveries-title">
          Deliveries
        </h2>
        <div className="panel-tools">
          <MenuSelect<ExecutionOutcome | 'all'>
            label="Outcome"
            value={outcome ?? 'all'}
            options={outcomeOptions}
            onChoose={(value) =>
              actor.send({
                type: 'filter.change',
                filter: { outcome: value === 'all' ? null : value },
              })
            }
          />
          <RefreshButton actor={actor} label="Refresh deliveries" />
        </div>
      </header>
      <ReplayBar actor={actor} />
      <Body actor={actor} zone={zone} />
    </section>
  );
}

function Body({ actor, zone }: { actor: DeliveryListActor; zone: string }) {
  const scene = useSelector(actor, listScene);
  const { rows, filter, problem } = useSelector(actor, ({ context }) => context);
  if (scene === 'waiting') return <TableSkeleton rows={5} columns={5} />;
  if (scene === 'failed') {
    return problem ? (
      <Failed problem={problem} name="deliveries" onRetry={() => actor.send({ type: 'retry' })} />
    ) : null;
  }
  if (scene === 'empty') {
    return (
      <div className="blank">
        <p className="blank-title">
          {filter.outcome === null ? 'Nothing was sent yet' : 'No delivery has this outcome'}
        </p>
        <p>A conversion is sent within seconds. Refresh to see new ones.</p>
      </div>
    );
  }
  return (
    <>
      <Deliveries rows={rows} zone={zone} />
      <MoreRows
        actor={actor}
        nextPage={{ hint: 'The rows above are complete.', retry: 'Retry deliveries' }}
        refresh={{ hint: 'The rows may be outdated.', retry: 'Retry deliveries' }}
      />
    </>
  );
}

/** Replays the deliveries with the chosen outcome and reports their number. */
function ReplayBar({ actor }: { actor: DeliveryListActor }) {
  const { filter, result, problem } = useSelector(actor, ({ context }) => context);
  const replaying = useSelector(actor, (snapshot) => snapshot.matches('acting'));
  const refused = useSelector(actor, (snapshot) => snapshot.matches('refused'));
  const again = replayOutcomes.find((one) => one === filter.outcome);
  const can = useSelector(
    actor,
    (snapshot) => again !== undefined && snapshot.can({ type: 'action.run', action: again }),
  );
  if (refused) {
    return (
      <div className="pixel-trouble" role="alert">
        <p>{problem?.message}</p>
        <Button size="small" onClick={() => actor.send({ type: 'problem.dismiss' })}>
          Dismiss
        </Button>
      </div>
    );
  }
  if (!again && !result) return null;
  return (
    <div className="replay">
      <p role="status">
        {replaying ? 'Sending again' : ''}
        {result && !replaying ? replayText(result) : ''}
      </p>
      {again ? (
        <Button
          size="small"
          aria-disabled={!can}
          onClick={() => actor.send({ type: 'action.run', action: again })}
        >
          Resend these, up to 7 days back
        </Button>
      ) : null}
    </div>
  );
}

/** Deliveries that will be retried automatically are not replayed. */
const replayText = ({ replayed, skipped }: Replay): string =>
  replayed + skipped === 0
    ? 'Nothing was sent again: deliveries that are waiting are retried automatically.'
    : `${count(replayed)} sent again, ${count(skipped)} too old or no longer sendable.`;
