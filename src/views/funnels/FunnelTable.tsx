import { useSelector } from '@xstate/react';
import { ArrowDown, ArrowUp } from 'lucide-react';
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
import { roles } from '../kit/tables/aria-roles.ts';
import { linkWith } from './common/funnel-links.ts';
import { orderWords, statusWords } from './common/words.ts';
import { FunnelFigureCells, figureCells } from './FunnelFigureCells.tsx';
import { FunnelMenu } from './FunnelMenu.tsx';

type Props = { actor: FunnelsActor; list: FunnelListActor };

/** One row for each funnel with what it counts and its actions. */
export function FunnelTable({ actor, list, funnels }: Props & { funnels: readonly FunnelRow[] }) {
  return (
    <section
      className="log-frame"
      aria-label="Rows of funnels"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table {...roles.table} className="log funnel-table cards">
        <caption className="only-read">Funnels</caption>
        <thead {...roles.group}>
          <tr {...roles.row}>
            <Head actor={actor} by="name" />
            <PlainHead>Health</PlainHead>
            <PlainHead>Rate by day</PlainHead>
            <Head actor={actor} by="entered" isFigure />
            <Head actor={actor} by="converted" isFigure />
            <Head actor={actor} by="rate" isFigure />
            <Head actor={actor} by="epc" isFigure />
            <Head actor={actor} by="cpa" isFigure />
            <Head actor={actor} by="roas" isFigure />
            <PlainHead>Worst step</PlainHead>
            <Head actor={actor} by="updated" />
            <th {...roles.columnHead} scope="col">
              <span className="only-read">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody {...roles.group}>
          {funnels.map((funnel) => (
            <Row key={funnel.id} actor={actor} list={list} funnel={funnel} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ actor, list, funnel }: Props & { funnel: FunnelRow }) {
  const { slug, name } = funnel;
  const row = useSelector(actor, ({ context }) => ofFunnel(context.figures, slug));
  const zone = useSelector(actor, ({ context }) => context.query.timezone);
  const mayWrite = useSelector(actor, ({ context }) => mayWriteFunnels(context));
  const search = useSearch();
  const path = funnel.is_published ? funnelPaths.dashboard(slug) : funnelPaths.overview(slug);
  return (
    <tr {...roles.row} className="card">
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
    </tr>
  );
}

function PlainHead({ children }: { children: string }) {
  return (
    <th {...roles.columnHead} scope="col">
      {children}
    </th>
  );
}

function Head({
  actor,
  by,
  isFigure = false,
}: {
  actor: FunnelsActor;
  by: FunnelOrder;
  isFigure?: boolean;
}) {
  const text = useSelector(actor, ({ context }) => context.place.params.sort);
  const sorted = orderIn(text);
  const isSorted = sorted.by === by;
  const Arrow = isSorted && !sorted.descends ? ArrowUp : ArrowDown;
  return (
    <th
      {...roles.columnHead}
      scope="col"
      className={isFigure ? 'log-figure' : undefined}
      aria-sort={isSorted ? (sorted.descends ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        className="funnel-sort"
        data-active={isSorted || undefined}
        onClick={() =>
          actor.send({ type: 'order.choose', order: textOfOrder(orderAfter(sorted, by)) })
        }
      >
        <Arrow size={13} aria-hidden="true" />
        {orderWords[by]}
      </button>
    </th>
  );
}
