import { useSelector } from '@xstate/react';
import { Search } from 'lucide-react';
import { useSearch } from 'wouter';
import {
  type FunnelListActor,
  type FunnelListSnapshot,
  type FunnelsActor,
  mayWriteFunnels,
} from '#machines/funnels/funnels.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { listedFunnels } from '#model/funnel-list.ts';
import { funnelPaths } from '#model/funnels.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { Button } from '../kit/Button.tsx';
import { CollectionNotice } from '../kit/CollectionNotice.tsx';
import { Failed } from '../kit/Failed.tsx';
import { count } from '../kit/format.ts';
import { linkWith } from '../kit/own-days-links.ts';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';
import { OwnRangeChoice } from '../selection/OwnRangeChoice.tsx';
import { FirstFunnel } from './FirstFunnel.tsx';
import { FunnelTable } from './FunnelTable.tsx';

type Props = { actor: FunnelsActor; list: FunnelListActor };

/** The funnels of the project. */
export function FunnelList({ actor, list, selection }: Props & { selection: SelectionActor }) {
  const busy = useSelector(list, (snapshot) => snapshot.hasTag('busy'));
  const refreshing = useSelector(list, (snapshot) =>
    snapshot.matches({ ready: { resting: 'rereading' } }),
  );
  const isReading = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const range = useSelector(actor, ({ context }) => context.place.range);
  const rows = useSelector(list, ({ context }) => context.rows);
  const isShowing = useSelector(list, (snapshot) => snapshot.hasTag('showing'));
  const { currency } = useSelector(actor, ({ context }) => context.query);
  const isFirst = isShowing && rows.length === 0;
  return (
    <section className="panel" aria-labelledby="funnels-title" aria-busy={busy || isReading}>
      <div className="panel-progress" data-running={refreshing || isReading || undefined} />
      <header className="panel-head">
        <h1 className="panel-title" id="funnels-title">
          Funnels
        </h1>
        <p className="panel-freshness">
          {isShowing && rows.length > 0 ? `${count(rows.length)} in this project, ${currency}` : ''}
        </p>
        {isFirst ? null : (
          <div className="panel-tools">
            <OwnRangeChoice
              range={range}
              selection={selection}
              onChoose={(chosen) => actor.send({ type: 'range.choose', range: chosen })}
            />
            <NewFunnel actor={actor} />
          </div>
        )}
      </header>
      <CollectionNotice
        actor={list}
        nameOf={({ name }) => name}
        retryLabel="Retry the list of funnels"
      />
      <Body actor={actor} list={list} />
    </section>
  );
}

function Body({ actor, list }: Props) {
  const scene = useSelector(list, sceneOf);
  const { rows, problem } = useSelector(list, ({ context }) => context);
  const { figures, place } = useSelector(actor, ({ context }) => context);
  const { find = '', sort } = place.params;
  if (scene === 'waiting') return <TableSkeleton rows={6} columns={8} />;
  if (scene === 'failed' && problem) {
    return <Failed problem={problem} name="funnels" onRetry={() => list.send({ type: 'retry' })} />;
  }
  if (rows.length === 0) return <FirstFunnel actor={actor} />;
  const shown = listedFunnels(rows, figures, { find, sort });
  return (
    <>
      <fieldset className="log-filters">
        <legend className="only-read">Search of the list</legend>
        <label className="log-search">
          <Search size={16} aria-hidden="true" />
          <span className="only-read">Name of a funnel</span>
          <input
            type="search"
            value={find}
            maxLength={80}
            placeholder="Name"
            onChange={({ target }) => actor.send({ type: 'search.change', text: target.value })}
          />
        </label>
      </fieldset>
      {shown.length === 0 ? (
        <div className="blank">
          <p className="blank-title">No funnel has this name</p>
          <Button onClick={() => actor.send({ type: 'search.change', text: '' })}>
            Show all funnels
          </Button>
        </div>
      ) : (
        <FunnelTable actor={actor} list={list} funnels={shown} />
      )}
    </>
  );
}

function NewFunnel({ actor }: Pick<Props, 'actor'>) {
  const mayWrite = useSelector(actor, ({ context }) => mayWriteFunnels(context));
  const search = useSearch();
  if (!mayWrite) return null;
  return (
    <AppLink to={linkWith(funnelPaths.add, search)} className="button" data-look="primary">
      New funnel
    </AppLink>
  );
}

const sceneOf = (snapshot: FunnelListSnapshot): 'waiting' | 'failed' | 'ready' => {
  if (snapshot.hasTag('showing')) return 'ready';
  return snapshot.hasTag('failed') ? 'failed' : 'waiting';
};
