import { useSelector } from '@xstate/react';
import { ArrowLeft, ChartNoAxesColumn, Pencil } from 'lucide-react';
import { useSearch } from 'wouter';
import type { Funnel } from '#contract/funnels/schemas.ts';
import type { FunnelOverviewActor, OneFunnelActor } from '#machines/funnels/funnel-overview.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { span } from '#model/funnel-changes.ts';
import { defaultFunnelRange, funnelPaths } from '#model/funnels.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { CollectionNotice } from '../../kit/CollectionNotice.tsx';
import { linkWith } from '../../kit/own-days-links.ts';
import { OwnRangeChoice } from '../../selection/OwnRangeChoice.tsx';
import { statusWords } from '../common/words.ts';
import { countingWords } from '../steps/step-words.ts';
import { FunnelActs } from './FunnelActs.tsx';

/** The name of the funnel, what it counts, its days and its actions. */
export function FunnelHead({
  actor,
  selection,
  holder,
  funnel,
  mayWrite,
}: {
  actor: FunnelOverviewActor;
  selection: SelectionActor;
  holder: OneFunnelActor;
  funnel: Funnel;
  mayWrite: boolean;
}) {
  const search = useSearch();
  const to = (path: string) => linkWith(path, search);
  const range = useSelector(actor, ({ context }) => context.place?.range ?? defaultFunnelRange);
  const busy = useSelector(holder, (snapshot) => snapshot.hasTag('busy'));
  const { count_by, window_minutes } = funnel.published?.definition ?? funnel;
  return (
    <header className="overview-head" aria-busy={busy}>
      <AppLink to={to(funnelPaths.list)} className="story-back">
        <ArrowLeft size={16} aria-hidden="true" />
        All funnels
      </AppLink>
      <div className="funnel-title">
        <h1>{funnel.name}</h1>
        <span className="chip" data-status={funnel.status}>
          {statusWords[funnel.status]}
        </span>
        {funnel.is_default ? <span className="chip">On the dashboard</span> : null}
        {funnel.published && funnel.has_changes ? (
          <span className="chip">Unpublished changes</span>
        ) : null}
      </div>
      {funnel.description === '' ? null : <p className="funnel-about">{funnel.description}</p>}
      <p className="quiet">
        Counts {countingWords[count_by].many.toLowerCase()} within {span(window_minutes)}
      </p>
      <div className="funnel-tools">
        {funnel.published ? (
          <OwnRangeChoice
            range={range}
            selection={selection}
            onChoose={(chosen) => actor.send({ type: 'range.choose', range: chosen })}
          />
        ) : null}
        {funnel.published ? (
          <AppLink
            to={to(funnelPaths.dashboard(funnel.slug))}
            className="button"
            data-look="primary"
          >
            <ChartNoAxesColumn size={16} aria-hidden="true" />
            Dashboard
          </AppLink>
        ) : null}
        {mayWrite ? (
          <>
            <AppLink to={to(funnelPaths.editor(funnel.slug))} className="button">
              <Pencil size={16} aria-hidden="true" />
              Edit
            </AppLink>
            <FunnelActs actor={holder} funnel={funnel} />
          </>
        ) : null}
      </div>
      <CollectionNotice actor={holder} nameOf={({ name }) => name} retryLabel="Retry funnel" />
    </header>
  );
}
