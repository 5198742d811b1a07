import { useSelector } from '@xstate/react';
import { FilterX } from 'lucide-react';
import { emptyLogFilter } from '#contract/conversions/log-filter.ts';
import type { ExportActor } from '#machines/app/export.ts';
import type { ConversionDecisionActor } from '#machines/conversions/conversion-decision.ts';
import type {
  ConversionLogActor,
  ConversionLogSnapshot,
} from '#machines/conversions/conversion-log.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import type { LogQuestion } from '#model/conversion-log.ts';
import { Button } from '../kit/Button.tsx';
import { Empty } from '../kit/Empty.tsx';
import { ExportMenu } from '../kit/ExportMenu.tsx';
import { Failed } from '../kit/Failed.tsx';
import { clock, count } from '../kit/format.ts';
import { listScene } from '../kit/list-scene.ts';
import { MoreRows } from '../kit/MoreRows.tsx';
import { RefreshButton } from '../kit/RefreshButton.tsx';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';
import { FoundElsewhere } from './FoundElsewhere.tsx';
import { isNarrow, LogFilters } from './LogFilters.tsx';
import { LogTable } from './LogTable.tsx';

type Props = {
  actor: ConversionLogActor;
  selection: SelectionActor;
  /** The conversion that was open before. */
  last: string | null;
  /** Only for members who may decide. */
  decision: ConversionDecisionActor | undefined;
};

/** Every conversion of the selection, newest first. */
export function ConversionLog({
  actor,
  selection,
  last,
  decision,
  exporter,
}: Props & { exporter: ExportActor | undefined }) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const refreshing = useSelector(actor, isRefreshing);
  return (
    <section className="panel" aria-labelledby="log-title" aria-busy={busy}>
      <div className="panel-progress" data-running={refreshing || undefined} />
      <header className="panel-head">
        <h2 className="panel-title" id="log-title">
          Log
        </h2>
        <Freshness actor={actor} />
        <div className="panel-tools">
          {exporter ? <Export actor={actor} exporter={exporter} /> : null}
          <RefreshButton actor={actor} />
        </div>
      </header>
      <LogFilters actor={actor} />
      <div className="log-room">
        <Body actor={actor} selection={selection} last={last} decision={decision} />
      </div>
    </section>
  );
}

function Body({ actor, selection, last, decision }: Props) {
  const scene = useSelector(actor, listScene);
  const rows = useSelector(actor, ({ context }) => context.rows);
  const query = useSelector(actor, ({ context }) => context.query);
  const emptyReason = useSelector(actor, ({ context }) => context.firstPage?.emptyReason);
  const elsewhere = useSelector(actor, ({ context }) => context.firstPage?.elsewhere);
  const problem = useSelector(actor, ({ context }) => context.problem);
  const narrow = useSelector(actor, ({ context }) => isNarrow(context.filter));

  if (scene === 'waiting') return <TableSkeleton rows={12} columns={7} />;
  if (scene === 'failed' && problem) {
    return (
      <Failed problem={problem} name="conversions" onRetry={() => actor.send({ type: 'retry' })} />
    );
  }
  if (scene === 'empty' && narrow && elsewhere && elsewhere.length > 0) {
    return <FoundElsewhere found={elsewhere} query={query} />;
  }
  if (scene === 'empty') {
    return narrow ? (
      <div className="blank">
        <FilterX size={24} aria-hidden="true" />
        <p className="blank-title">No conversions match these filters in this period.</p>
        <Button onClick={() => actor.send({ type: 'filter.change', filter: emptyLogFilter })}>
          Show all conversions
        </Button>
      </div>
    ) : (
      <Empty reason={emptyReason ?? 'quiet'} selection={selection} />
    );
  }
  return (
    <>
      <LogTable
        rows={rows}
        zone={query.timezone}
        currency={query.currency}
        last={last}
        decision={decision}
      />
      <MoreRows
        actor={actor}
        nextPage={{ hint: 'The rows above are complete.', retry: 'Retry the next page' }}
      />
    </>
  );
}

/** The number of rows and their time, or the reason why they are old. */
function Freshness({ actor }: { actor: ConversionLogActor }) {
  const stale = useSelector(actor, (snapshot) => snapshot.matches({ ready: 'stale' }));
  const unread = useSelector(actor, (snapshot) => !snapshot.hasTag('showing'));
  const { rows, firstPage, problem, query } = useSelector(actor, ({ context }) => context);
  if (unread || firstPage === null || rows.length === 0) return <p className="panel-freshness" />;
  const { asOf, total } = firstPage;
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

/** Exports all rows of the log with its current filters. */
function Export({ actor, exporter }: { actor: ConversionLogActor; exporter: ExportActor }) {
  return (
    <ExportMenu
      label="Export the log"
      onChoose={(form) =>
        exporter.send({
          type: 'export.start',
          request: {
            title: 'Conversions',
            report: 'conversions',
            ...form,
            question: questionOf(actor.getSnapshot()),
          },
        })
      }
    />
  );
}

const questionOf = ({ context: { query, filter } }: ConversionLogSnapshot): LogQuestion => ({
  ...query,
  filter,
});

const isRefreshing = (snapshot: ConversionLogSnapshot): boolean =>
  snapshot.matches({ ready: 'refreshing' }) || snapshot.matches({ empty: 'refreshing' });
