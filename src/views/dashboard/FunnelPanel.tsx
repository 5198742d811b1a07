import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { useSearch } from 'wouter';
import type { Funnel, FunnelStep } from '#contract/analytics/report.ts';
import type { Period, Preset } from '#contract/period.ts';
import type { LoaderActor } from '#machines/kit/loader.ts';
import type { Question } from '#model/query.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { definitions } from '../kit/definitions.ts';
import { count, duration, money, percent } from '../kit/format.ts';
import { LoaderPanel, type PanelProps } from '../kit/LoaderPanel.tsx';
import { Skeleton } from '../kit/Skeleton.tsx';
import { type PlainColumn, PlainTable } from '../kit/tables/PlainTable.tsx';
import { Comparison } from './charts/Comparison.tsx';
import { FunnelChart, funnelFigure } from './charts/FunnelChart.tsx';
import { footHeight } from './panel-heights.ts';

/** The height for five steps, which most shops have; more steps scroll. */
const room = 20 + 5 * 40 + 4 * 28 + 16;

/** The steps of visitors towards the purchase. */
export function FunnelPanel({ actor, selection, menu }: PanelProps<LoaderActor<Funnel, Question>>) {
  const [asTable, setAsTable] = useState(false);
  const funnel = useSelector(actor, ({ context }) => context.answer?.data.funnel);
  const range = useSelector(selection, ({ context }) => context.range);
  const search = useSearch();
  const isOwn = funnel !== undefined && funnel.slug !== 'default';
  return (
    <LoaderPanel
      actor={actor}
      selection={selection}
      menu={menu}
      title="Funnel"
      definition={definitions.funnel}
      tools={
        isOwn ? (
          <AppLink className="button" to={addressOf(funnel.slug, search, range)}>
            {funnel.name}
          </AppLink>
        ) : null
      }
      twin={{ shown: asTable, onChange: setAsTable }}
      room={room + footHeight}
      skeleton={<FunnelSkeleton />}
    >
      {({ steps, previous_steps: before }, freshness) => (
        <>
          {asTable ? (
            <PlainTable
              name="People by step"
              rowTitle="Step"
              rows={steps}
              keyOf={({ order }) => String(order)}
              write={({ name }) => name}
              columns={columnsOf(before, freshness.currency, isOwn)}
              cellOf={({ name }) => ({ name, cell: [] })}
              height={room}
            />
          ) : (
            <FunnelChart steps={steps} before={before ?? []} isOwn={isOwn} />
          )}
          <Comparison freshness={freshness} mark="funnel-key" />
        </>
      )}
    </LoaderPanel>
  );
}

/** The funnel's own dashboard with the days and the selection of this one. */
function addressOf(slug: string, search: string, range: Preset | Period): string {
  const kept = [...new URLSearchParams(search)].filter(([key]) =>
    /project|affiliates|timezone/.test(key),
  );
  const days = Object.entries(typeof range === 'string' ? { range } : range);
  return `/funnels/dashboard/${slug}?${new URLSearchParams(kept.concat(days))}`;
}

function FunnelSkeleton() {
  return (
    <>
      <div className="funnel" aria-hidden="true">
        {[100, 48, 22, 12, 7].map((width) => (
          <div key={width} className="funnel-row">
            <Skeleton width={72} height={10} />
            <div className="funnel-track">
              <Skeleton width={`${width}%`} height={24} />
            </div>
          </div>
        ))}
      </div>
      <p className="graph-foot" />
    </>
  );
}

function columnsOf(
  before: readonly FunnelStep[] | null,
  currency: string,
  isOwn: boolean,
): PlainColumn<FunnelStep>[] {
  const other = ({ name }: FunnelStep) => before?.find((step) => step.name === name);
  return [
    {
      title: 'People',
      figure: (step) => funnelFigure('users', step, isOwn),
      write: ({ users }) => count(users),
    },
    { title: 'Of the step before', write: (step) => percent(step.rate_from_previous) },
    { title: 'Of all', write: ({ rate_from_start }) => percent(rate_from_start) },
    {
      title: 'Left',
      figure: (step) => (step.order === 1 ? null : funnelFigure('left', step, isOwn)),
      write: ({ dropped }) => count(dropped),
    },
    { title: 'Median time', write: ({ median_seconds }) => duration(median_seconds) },
    {
      title: 'Events',
      figure: (step) => funnelFigure('events', step, isOwn),
      write: ({ events }) => count(events),
    },
    {
      title: 'Revenue',
      figure: ({ revenue }) => (isOwn || revenue === 0 ? null : 'revenue'),
      write: ({ revenue }) => (revenue === 0 ? '–' : money(revenue, currency)),
    },
    ...(before
      ? [
          {
            title: 'People before',
            write: (step: FunnelStep) => count(other(step)?.users),
            quiet: true,
          },
          {
            title: 'Of all before',
            write: (step: FunnelStep) => percent(other(step)?.rate_from_start),
            quiet: true,
          },
        ]
      : []),
  ];
}
