import { useSelector } from '@xstate/react';
import { RotateCw } from 'lucide-react';
import { replayOutcomes } from '#contract/event-pixels/health.ts';
import { type ExecutionOutcome, executionOutcomes } from '#contract/event-pixels/schemas.ts';
import type {
  DeliveriesActor,
  DeliveriesSnapshot,
  Replay,
} from '#machines/event-pixels/deliveries.ts';
import { Button } from '../kit/Button.tsx';
import { Choice } from '../kit/Choice.tsx';
import { Failed } from '../kit/Failed.tsx';
import { count } from '../kit/format.ts';
import { MoreRows } from '../kit/MoreRows.tsx';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';
import { Deliveries } from './Deliveries.tsx';
import { outcomeWords } from './words.ts';

const outcomeOptions = [
  { value: 'all', label: 'All' },
  ...executionOutcomes.map((value) => ({ value, label: outcomeWords[value] })),
] as const;

/** What the pixel sent, the latest first, and what can be sent once more. */
export function DeliveriesPanel({ actor, zone }: { actor: DeliveriesActor; zone: string }) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const showing = useSelector(actor, (snapshot) => snapshot.hasTag('showing'));
  const outcome = useSelector(actor, ({ context }) => context.outcome);
  const can = useSelector(actor, (snapshot) => snapshot.can({ type: 'log.refresh' }));
  return (
    <section className="panel" aria-labelledby="deliveries-title" aria-busy={busy}>
      <div className="panel-progress" data-running={(busy && showing) || undefined} />
      <header className="panel-head">
        <h2 className="panel-title" id="deliveries-title">
          Deliveries
        </h2>
        <div className="panel-tools">
          <Choice<ExecutionOutcome | 'all'>
            label="Outcome"
            value={outcome ?? 'all'}
            options={outcomeOptions}
            onChoose={(value) =>
              actor.send({ type: 'outcome.choose', outcome: value === 'all' ? null : value })
            }
          />
          <button
            type="button"
            className="icon-button"
            aria-label="Refresh deliveries"
            aria-disabled={!can}
            onClick={() => actor.send({ type: 'log.refresh' })}
          >
            <RotateCw size={16} aria-hidden="true" />
          </button>
        </div>
      </header>
      <ReplayBar actor={actor} />
      <Body actor={actor} zone={zone} />
    </section>
  );
}

function Body({ actor, zone }: { actor: DeliveriesActor; zone: string }) {
  const scene = useSelector(actor, sceneOf);
  const { rows, outcome, problem } = useSelector(actor, ({ context }) => context);
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
          {outcome === null ? 'Nothing was sent yet' : 'Nothing came to this end'}
        </p>
        <p>A conversion is sent within seconds. Refresh to see what came since.</p>
      </div>
    );
  }
  return (
    <>
      <Deliveries rows={rows} zone={zone} />
      <More actor={actor} />
    </>
  );
}

/** Sends once more what ended as the chosen outcome, and says how many that were. */
function ReplayBar({ actor }: { actor: DeliveriesActor }) {
  const { outcome, replay, problem } = useSelector(actor, ({ context }) => context);
  const replaying = useSelector(actor, (snapshot) =>
    snapshot.matches({ open: { ready: 'replaying' } }),
  );
  const refused = useSelector(actor, (snapshot) =>
    snapshot.matches({ open: { ready: 'refused' } }),
  );
  const again = replayOutcomes.find((one) => one === outcome);
  const can = useSelector(
    actor,
    (snapshot) => again !== undefined && snapshot.can({ type: 'replay.send', outcome: again }),
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
  if (!again && !replay) return null;
  return (
    <div className="replay">
      <p role="status">
        {replaying ? 'Sending once more' : ''}
        {replay && !replaying ? replayText(replay) : ''}
      </p>
      {again ? (
        <Button
          size="small"
          aria-disabled={!can}
          onClick={() => actor.send({ type: 'replay.send', outcome: again })}
        >
          Send these once more, 7 days back
        </Button>
      ) : null}
    </div>
  );
}

/** What is tried again by itself has not come to its end, so nobody sends it once more. */
const replayText = ({ replayed, skipped }: Replay): string =>
  replayed + skipped === 0
    ? 'Nothing was sent once more: whatever is not given up is tried again by itself.'
    : `${count(replayed)} sent once more, ${count(skipped)} too old or no longer to be told.`;

function More({ actor }: { actor: DeliveriesActor }) {
  const extending = useSelector(actor, (snapshot) =>
    snapshot.matches({ open: { ready: 'extending' } }),
  );
  const short = useSelector(actor, (snapshot) => snapshot.matches({ open: { ready: 'short' } }));
  const stale = useSelector(actor, (snapshot) => snapshot.matches({ open: { ready: 'stale' } }));
  const { rows, next, problem } = useSelector(actor, ({ context }) => context);
  const state = short ? 'The rows above are complete.' : 'These rows are from before.';
  const words = `${problem?.message ?? ''} ${state}`;
  const retry = () => actor.send({ type: 'retry' });
  return (
    <MoreRows
      shown={rows.length}
      hasMore={next !== null}
      isExtending={extending}
      trouble={short || stale ? { words, retry: 'Retry deliveries', onRetry: retry } : null}
      onMore={() => actor.send({ type: 'log.more' })}
    />
  );
}

type Scene = 'waiting' | 'failed' | 'empty' | 'ready';

const sceneOf = (snapshot: DeliveriesSnapshot): Scene => {
  if (snapshot.hasTag('showing')) return 'ready';
  if (snapshot.hasTag('busy')) return 'waiting';
  return snapshot.matches({ open: 'empty' }) ? 'empty' : 'failed';
};
