import { useSelector } from '@xstate/react';
import { ArrowLeft, SearchX } from 'lucide-react';
import { useSearch } from 'wouter';
import type { ConversionView } from '#contract/conversions/log-filter.ts';
import type { ConversionDecisionActor } from '#machines/conversions/conversion-decision.ts';
import type { ConversionDetailActor } from '#machines/conversions/conversion-detail.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { ErrorNotice } from '../kit/ErrorNotice.tsx';
import { Failed } from '../kit/Failed.tsx';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';
import { takeFocus } from '../kit/take-focus.ts';
import { DetailText } from './DetailText.tsx';
import { viewOf } from './tabs.ts';

type Props = {
  actor: ConversionDetailActor;
  zone: string;
  currency: string;
  /** Only for members who may decide. */
  decision: ConversionDecisionActor | undefined;
};

/** One conversion: which side recorded it, which click it is attributed to and why, and what changed since. */
export function ConversionDetail({
  actor,
  zone,
  currency,
  decision,
  behind,
  isOpenedHere,
}: Props & {
  /** The view behind the detail, to which it leads back. */
  behind: ConversionView;
  /** Opened from a row of this page: the row's link is gone, so the detail takes the focus. */
  isOpenedHere: boolean;
}) {
  const search = useSearch();
  const { to, name } = viewOf(behind);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  return (
    <article className="story" aria-busy={busy}>
      <AppLink
        to={`${to}${search ? `?${search}` : ''}`}
        className="story-back"
        ref={isOpenedHere ? takeFocus : undefined}
      >
        <ArrowLeft size={16} aria-hidden="true" />
        {behind === 'log' ? 'All conversions' : name}
      </AppLink>
      <Body actor={actor} zone={zone} currency={currency} decision={decision} />
    </article>
  );
}

function Body({ actor, zone, currency, decision }: Props) {
  const missing = useSelector(actor, (snapshot) => snapshot.matches({ open: 'notFound' }));
  const stale = useSelector(actor, (snapshot) => snapshot.matches({ open: { ready: 'stale' } }));
  const story = useSelector(actor, ({ context }) => context.detail);
  const problem = useSelector(actor, ({ context }) => context.problem);
  const correction = useSelector(actor, ({ children }) => children.correction);

  const retry = () => actor.send({ type: 'retry' });

  if (story)
    return (
      <>
        {stale && problem ? (
          <ErrorNotice
            problem={problem}
            words=" It may be outdated."
            action="Retry conversion"
            onAction={retry}
          />
        ) : null}
        <DetailText
          story={story}
          zone={zone}
          currency={currency}
          decision={decision}
          correction={decision && story.conversion.record === 'conversion' ? correction : undefined}
        />
      </>
    );
  return (
    <section className="panel" aria-labelledby="story-title">
      <h1 className={missing ? 'only-read' : 'story-title'} id="story-title">
        Conversion
      </h1>
      {missing ? (
        <div className="blank blank-tall">
          <SearchX size={24} aria-hidden="true" />
          <p className="blank-title">There is no such conversion</p>
          <p>Its id may be mistyped, or it belongs to a project you are not part of.</p>
        </div>
      ) : problem ? (
        <Failed problem={problem} name="conversion" onRetry={retry} />
      ) : (
        <TableSkeleton rows={12} columns={3} />
      )}
    </section>
  );
}
