import { useSelector } from '@xstate/react';
import { useSearch } from 'wouter';
import type { FunnelRow } from '#contract/funnels/report.ts';
import {
  type FunnelListActor,
  type FunnelsActor,
  mayWriteFunnels,
} from '#machines/funnels/funnels.ts';
import {
  type FunnelOrder,
  ofFunnel,
  orderAfter,
  orderIn,
  textOfOrder,
} from '#model/funnel-list.ts';
import { funnelPaths } from '#model/funnels.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { day, dayIn } from '../kit/format.ts';
import { linkWith } from '../kit/own-days-links.ts';
import { roles } from '../kit/tables/aria-roles.ts';
import { type DataColumn, DataTable } from '../kit/tables/DataTable.tsx';
import { orderWords, statusWords } from './common/words.ts';
import { FunnelFigureCells, figureCells } from './FunnelFigureCells.tsx';
import { FunnelMenu } from './FunnelMenu.tsx';

type Props = { actor: FunnelsActor; list: FunnelListActor };

/** One row for each funnel with what it counts and its actions. */
export function FunnelTable({ actor, list, funnels }: Props & { funnels: readonly FunnelRow[] }) {
  const text = useSelector(actor, ({ context }) => context.place.params.sort);
  const sorted = orderIn(text);
  const sortedBy = (by: FunnelOrder): DataColumn<FunnelRow> => ({
    title: orderWords[by],
    write: noCell,
    sort: {
      order: sorted.by === by ? (sorted.descends ? 'desc' : 'asc') : null,
      choose: () =>
        actor.send({ type: 'order.choose', order: textOfOrder(orderAfter(sorted, by)) }),
    },
  });
  const figureBy = (by: FunnelOrder) => ({ ...sortedBy(by), className: 'log-figure' });
  return (
    <DataTable<FunnelRow>
      frame={{ name: 'Rows of funnels', className: 'log-frame' }}
      className="log funnel-table cards"
      caption="Funnels"
      rows={funnels}
      keyOf={({ id }) => id}
      rowAttributes={() => ({ className: 'card' })}
      cellsOf={(funnel) => <Cells actor={actor} list={list} funnel={funnel} />}
      columns={[
        sortedBy('name'),
        { title: 'Health', write: noCell },
        { title: 'Rate by day', write: noCell },
        figureBy('entered'),
        figureBy('converted'),
        figureBy('rate'),
        figureBy('epc'),
        figureBy('cpa'),
        figureBy('roas'),
        { title: 'Worst step', write: noCell },
        sortedBy('updated'),
        { title: 'Actions', head: <span className="only-read">Actions</span>, write: noCell },
      ]}
    />
  );
}

/** A row has fewer cells than columns while its figures are missing, so it draws all of them itself. */
const noCell = () => null;

function Cells({ actor, list, funnel }: Props & { funnel: FunnelRow }) {
  const { slug, name } = funnel;
  const row = useSelector(actor, ({ context }) => ofFunnel(context.figures, slug));
  const zone = useSelector(actor, ({ context }) => context.query.timezone);
  const mayWrite = useSelector(actor, ({ context }) => mayWriteFunnels(context));
  const search = useSearch();
  const path = funnel.is_published ? funnelPaths.dashboard(slug) : funnelPaths.overview(slug);
  return (
    <>
      <th {...roles.rowHead} scope="row">
        <AppLink to={linkWith(path, search)} className="funnel-link">
          {name}
        </AppLink>
        {funnel.status === 'active' ? null : (
          <span className="log-mark funnel-status">{statusWords[funnel.status]}</span>
        )}
        {funnel.is_default ? <span className="log-mark">On the dashboard</span> : null}
        {funnel.is_published && funnel.has_changes ? (
          <span className="log-mark">Unpublished changes</span>
        ) : null}
      </th>
      {funnel.is_published ? (
        <FunnelFigureCells
          name={name}
          row={row}
          zone={zone}
          onRetry={() => actor.send({ type: 'figures.retry', slug })}
        />
      ) : (
        <td {...roles.cell} colSpan={figureCells} className="funnel-note">
          Publish it to see figures.
        </td>
      )}
      <td {...roles.cell} className="log-time" data-label={orderWords.updated}>
        <time dateTime={funnel.updated_at}>{day(dayIn(funnel.updated_at, zone))}</time>
      </td>
      <td {...roles.cell} className="funnel-acts">
        {mayWrite ? <FunnelMenu list={list} funnel={funnel} /> : null}
      </td>
    </>
  );
}
