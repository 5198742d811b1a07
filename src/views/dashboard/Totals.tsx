import { useSelector } from '@xstate/react';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { costHidingFilter } from '#contract/analytics/known-cost.ts';
import type { CcData, Definition, RcData } from '#contract/analytics/report.ts';
import type { DemoBackfillActor } from '#machines/dashboard/demo-backfill.ts';
import type { LoaderActor } from '#machines/kit/loader.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import type { Question } from '#model/query.ts';
import { Button } from '../kit/Button.tsx';
import { definitions } from '../kit/definitions.ts';
import { FreshnessLine } from '../kit/FreshnessLine.tsx';
import { clock } from '../kit/format.ts';
import { Panel } from '../kit/Panel.tsx';
import { panelStateOf } from '../kit/panel-state.ts';
import { Stale } from '../kit/Stale.tsx';
import { BrowsersOnly } from './BrowsersOnly.tsx';
import { CountingSwitch } from './CountingSwitch.tsx';
import { costComparisonOf } from './cost-comparison.ts';
import { DemoBackfill } from './DemoBackfill.tsx';
import { FigureCards } from './FigureCards.tsx';
import { earningFigures, profitFigures, trafficFigures } from './figures.ts';
import { MissingRates } from './MissingRates.tsx';
import { Overlap } from './Overlap.tsx';

/**
 * The key figures: earnings, traffic and profit.
 *
 * Two reports fill them, but the panel has one freshness line and one Retry button.
 */
export function Totals({
  totals,
  clicks,
  filling,
  known,
  selection,
  menu,
}: {
  totals: LoaderActor<RcData, Question>;
  clicks: LoaderActor<CcData, Question>;
  filling?: DemoBackfillActor | undefined;
  known: readonly Definition[];
  selection: SelectionActor;
  /** More items of the panel's menu. */
  menu?: ReactNode;
}) {
  const panelStates = [useSelector(totals, panelStateOf), useSelector(clicks, panelStateOf)];
  const busy = [useSelector(totals, isBusy), useSelector(clicks, isBusy)];
  const problems = [useSelector(totals, problemOf), useSelector(clicks, problemOf)];
  const freshness = useSelector(totals, ({ context }) => context.answer?.freshness);
  const hidden = useSelector(totals, ({ context: { query } }) =>
    costHidingFilter({ ...query.filters, country: query.countries, offer_id: query.offerIds }),
  );
  const days = freshness ? costComparisonOf(freshness) : null;
  const problem = problems.find((one) => one !== null);
  const retry = () => {
    for (const actor of [totals, clicks]) {
      if (actor.getSnapshot().hasTag('failed')) actor.send({ type: 'retry' });
    }
  };

  return (
    <Panel
      title="Totals"
      definition={definitions.totals}
      busy={busy.includes(true)}
      refreshing={panelStates.some((panelState, index) => busy[index] && panelState !== 'loading')}
      status={
        panelStates.includes('stale') && problem && freshness ? (
          <Stale
            problem={problem}
            time={clock(freshness.as_of, freshness.timezone)}
            name="Totals"
            onRetry={retry}
          />
        ) : (
          <FreshnessLine freshness={freshness}>
            <DemoBackfill actor={filling} />
          </FreshnessLine>
        )
      }
      tools={<CountingSwitch selection={selection} />}
      menu={menu}
    >
      {panelStates.includes('failed') && problem ? (
        <div className="figures-trouble" role="alert">
          <CircleAlert size={16} aria-hidden="true" />
          <p>{problem.message}</p>
          <Button size="small" aria-label="Retry totals" onClick={retry}>
            Retry
          </Button>
        </div>
      ) : null}
      <BrowsersOnly actor={totals} selection={selection} />
      <dl className="figures-grid">
        <FigureCards actor={totals} figures={earningFigures} known={known} />
        <FigureCards actor={clicks} figures={trafficFigures} known={known} />
        <FigureCards actor={totals} figures={profitFigures(hidden, days)} known={known} />
      </dl>
      <Overlap actor={totals} />
      <MissingRates actor={totals} />
    </Panel>
  );
}

const isBusy = (snapshot: { hasTag: (tag: 'busy') => boolean }): boolean => snapshot.hasTag('busy');
const problemOf = <Trouble,>({ context }: { context: { problem: Trouble } }): Trouble =>
  context.problem;
