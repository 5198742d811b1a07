import { useSelector } from '@xstate/react';
import { FilterX, Search, Webhook } from 'lucide-react';
import {
  type PostbackResult,
  postbackResults,
  postbackRetentionDays,
} from '#contract/collect/postback-log.ts';
import type { PostbacksActor } from '#machines/conversions/postbacks.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { Failed } from '../kit/Failed.tsx';
import { MenuSelect } from '../kit/MenuSelect.tsx';
import { MoreRows } from '../kit/MoreRows.tsx';
import { RefreshButton } from '../kit/RefreshButton.tsx';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';
import { PostbackTable } from './PostbackTable.tsx';
import { resultWords } from './postback-words.ts';

const options = [
  { value: 'any', label: 'Any' } as const,
  ...postbackResults.map((value) => ({ value, label: resultWords[value] })),
];

/** The postbacks of the selected days and their results. */
export function Postbacks({
  actor,
  last,
}: {
  actor: PostbacksActor;
  /** The conversion that was open before; its row gets the focus back. */
  last: string | null;
}) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const waits = useSelector(
    actor,
    (snapshot) => snapshot.hasTag('busy') && snapshot.context.rows.length > 0,
  );
  return (
    <section className="panel" aria-labelledby="postbacks-title" aria-busy={busy}>
      <div className="panel-progress" data-running={waits || undefined} />
      <header className="panel-head">
        <h2 className="panel-title" id="postbacks-title">
          Postbacks
        </h2>
        <p className="panel-freshness">Kept for {postbackRetentionDays} days</p>
        <div className="panel-tools">
          <RefreshButton actor={actor} />
        </div>
      </header>
      <Filters actor={actor} />
      <div className="log-room">
        <Body actor={actor} last={last} />
      </div>
    </section>
  );
}

function Filters({ actor }: { actor: PostbacksActor }) {
  const { result, search } = useSelector(actor, ({ context }) => context.filter);
  return (
    <fieldset className="log-filters">
      <legend className="only-read">Filters of the postbacks</legend>
      <label className="log-search">
        <Search size={16} aria-hidden="true" />
        <span className="only-read">Beginning of a click’s or a transaction’s id</span>
        <input
          type="search"
          value={search}
          maxLength={200}
          placeholder="Click or transaction id"
          onChange={({ target }) =>
            actor.send({ type: 'text.change', text: { search: target.value } })
          }
        />
      </label>
      <MenuSelect<PostbackResult | 'any'>
        value={result ?? 'any'}
        shown={result ? `Result: ${resultWords[result]}` : 'Result'}
        options={options}
        onChoose={(picked) =>
          actor.send({
            type: 'filter.change',
            filter: { result: picked === 'any' ? null : picked },
          })
        }
      />
    </fieldset>
  );
}

function Body({ actor, last }: { actor: PostbacksActor; last: string | null }) {
  const failed = useSelector(actor, (snapshot) => snapshot.matches('failed'));
  const empty = useSelector(actor, (snapshot) => snapshot.matches('empty'));
  const showing = useSelector(actor, (snapshot) => snapshot.hasTag('showing'));
  const { rows, query, filter, problem } = useSelector(actor, ({ context }) => context);
  if (failed && problem) {
    return (
      <Failed problem={problem} name="postbacks" onRetry={() => actor.send({ type: 'retry' })} />
    );
  }
  if (empty) return <Nothing isNarrow={filter.result !== null || filter.search.trim() !== ''} />;
  if (rows.length === 0 && !showing) return <TableSkeleton rows={12} columns={7} />;
  return (
    <>
      {rows.length > 0 ? <PostbackTable rows={rows} zone={query.timezone} last={last} /> : null}
      <MoreRows
        actor={actor}
        nextPage={{ hint: 'Rows above are kept.', retry: 'Retry the next postbacks' }}
        refresh={{ hint: 'The rows may be outdated.', retry: 'Retry the postbacks' }}
      />
    </>
  );
}

function Nothing({ isNarrow }: { isNarrow: boolean }) {
  return isNarrow ? (
    <div className="blank">
      <FilterX size={24} aria-hidden="true" />
      <p className="blank-title">No postbacks match these filters in this period.</p>
    </div>
  ) : (
    <div className="blank">
      <Webhook size={24} aria-hidden="true" />
      <p className="blank-title">No network reported anything in these days</p>
      <p>
        A network calls <code>/t/pb</code> with the collect key of your project, its click’s id and
        what it pays.
      </p>
      <AppLink to="/settings#projects" className="button">
        Keys of your projects
      </AppLink>
    </div>
  );
}
