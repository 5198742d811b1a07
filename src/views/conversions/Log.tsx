import { useSelector } from '@xstate/react';
import { FilterX, RotateCw } from 'lucide-react';
import { openLog } from '#contract/conversion-log.ts';
import type { ConversionsActor, ConversionsSnapshot } from '#machines/conversions.ts';
import type { SelectionActor } from '#machines/selection.ts';
import { Button } from '../parts/Button.tsx';
import { Empty } from '../parts/Empty.tsx';
import { Failed } from '../parts/Failed.tsx';
import { clock, count } from '../parts/format.ts';
import { TableSkeleton } from '../tables/TableSkeleton.tsx';
import { isNarrow, LogFilters } from './LogFilters.tsx';
import { LogTable } from './LogTable.tsx';

type Props = { actor: ConversionsActor; selection: SelectionActor };

/** Every conversion of the selection, newest first. */
export function Log({ actor, selection }: Props) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const refreshing = useSelector(actor, (snapshot) => snapshot.matches({ ready: 'refreshing' }));
  return (
    <section className="panel" aria-labelledby="log-title" aria-busy={busy}>
      <div className="panel-progress" data-running={refreshing || undefined} />
      <header className="panel-head">
        <h1 className="panel-title" id="log-title">
          Conversions
        </h1>
        <Standing actor={actor} />
        <div className="panel-tools">
          <Refresh actor={actor} />
        </div>
      </header>
      <LogFilters actor={actor} />
      <div className="log-room">
        <Body actor={actor} selection={selection} />
      </div>
    </section>
  );
}

function Body({ actor, selection }: Props) {
  const scene = useSelector(actor, sceneOf);
  const rows = useSelector(actor, ({ context }) => context.rows);
  const query = useSelector(actor, ({ context }) => context.query);
  const lack = useSelector(actor, ({ context }) => context.lack);
  const problem = useSelector(actor, ({ context }) => context.problem);
  const narrow = useSelector(actor, ({ context }) => isNarrow(context.filter));
  const story = useSelector(actor, ({ children }) => children.story);
  const last = useSelector(story, (snapshot) => snapshot?.context.id ?? null);

  if (scene === 'waiting') return <TableSkeleton rows={12} columns={7} />;
  if (scene === 'failed' && problem) {
    return (
      <Failed problem={problem} name="conversions" onRetry={() => actor.send({ type: 'retry' })} />
    );
  }
  if (scene === 'empty') {
    return narrow ? (
      <div className="blank">
        <FilterX size={24} aria-hidden="true" />
        <p className="blank-title">No conversion matches</p>
        <p>None of these days has this id, status and side.</p>
        <Button onClick={() => actor.send({ type: 'filter.change', filter: openLog })}>
          Show all conversions
        </Button>
      </div>
    ) : (
      <Empty lack={lack ?? 'quiet'} selection={selection} />
    );
  }
  return (
    <>
      <LogTable rows={rows} zone={query.timezone} currency={query.currency} last={last} />
      <More actor={actor} />
    </>
  );
}

/** How many there are, and of when; when they are old, why. */
function Standing({ actor }: { actor: ConversionsActor }) {
  const stale = useSelector(actor, (snapshot) => snapshot.matches({ ready: 'stale' }));
  const { rows, total, asOf, problem, query } = useSelector(actor, ({ context }) => context);
  if (asOf === null || rows.length === 0) return <p className="panel-freshness" />;
  const time = clock(asOf, query.timezone);
  if (!stale) {
    return (
      <p className="panel-freshness">
        {total === null ? null : `${count(total)} in all, `}as of{' '}
        <time dateTime={asOf}>{time}</time>
      </p>
    );
  }
  return (
    <div className="panel-freshness" data-stale role="status">
      <p>
        {problem?.message} These rows are from {time}.
      </p>
      <Button
        size="small"
        aria-label="Retry the refresh"
        onClick={() => actor.send({ type: 'retry' })}
      >
        Retry
      </Button>
    </div>
  );
}

function Refresh({ actor }: { actor: ConversionsActor }) {
  const can = useSelector(actor, (snapshot) => snapshot.can({ type: 'log.refresh' }));
  return (
    <button
      type="button"
      className="icon-button"
      aria-label="Refresh"
      aria-disabled={!can}
      onClick={() => actor.send({ type: 'log.refresh' })}
    >
      <RotateCw size={16} aria-hidden="true" />
    </button>
  );
}

/** The foot of the log: how far it goes, and the way on. */
function More({ actor }: { actor: ConversionsActor }) {
  const extending = useSelector(actor, (snapshot) => snapshot.matches({ ready: 'extending' }));
  const short = useSelector(actor, (snapshot) => snapshot.matches({ ready: 'short' }));
  const { rows, next, problem } = useSelector(actor, ({ context }) => context);
  if (short) {
    return (
      <div className="log-foot" role="alert">
        <p>{problem?.message} The rows above are complete.</p>
        <Button aria-label="Retry the next page" onClick={() => actor.send({ type: 'retry' })}>
          Retry
        </Button>
      </div>
    );
  }
  return (
    <div className="log-foot">
      <p role="status">{extending ? 'Loading more' : `${count(rows.length)} shown`}</p>
      {next === null ? null : (
        <Button aria-disabled={extending} onClick={() => actor.send({ type: 'log.more' })}>
          Load more
        </Button>
      )}
    </div>
  );
}

type Scene = 'waiting' | 'failed' | 'empty' | 'ready';

const sceneOf = (snapshot: ConversionsSnapshot): Scene => {
  if (snapshot.hasTag('showing')) return 'ready';
  if (snapshot.hasTag('busy')) return 'waiting';
  return snapshot.matches('empty') ? 'empty' : 'failed';
};
