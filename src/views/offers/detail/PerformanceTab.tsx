import { useSelector } from '@xstate/react';
import { Layers } from 'lucide-react';
import { type OfferReport, offerBreakdowns } from '#contract/offers/offer.ts';
import type { OfferDetailActor } from '#machines/offers/offer-detail.ts';
import type { OfferReportActor } from '#machines/offers/offer-parts.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { breakdownOf, type OfferBreakdown } from '#model/offer-detail.ts';
import { ChartPanel } from '../../kit/charts/ChartPanel.tsx';
import { count, money, none, percent } from '../../kit/format.ts';
import { MenuSelect } from '../../kit/MenuSelect.tsx';
import { OwnRangeChoice } from '../../selection/OwnRangeChoice.tsx';
import { OfferChart } from './OfferChart.tsx';
import { ReportBars } from './ReportBars.tsx';
import { ReportTable } from './ReportTable.tsx';
import type { TabProps } from './tab-props.ts';
import { breakdownNames } from './words.ts';

const height = 360;

/** The days of the screen, which are its own. */
export function OfferDays({
  screen,
  selection,
}: {
  screen: OfferDetailActor;
  selection: SelectionActor;
}) {
  const range = useSelector(screen, ({ context }) => context.place.range);
  return (
    <OwnRangeChoice
      range={range}
      selection={selection}
      onChoose={(chosen) => screen.send({ type: 'view.change', change: { range: chosen } })}
    />
  );
}

/** The figures of the offer, over time or by what they are broken down. */
export function PerformanceTab({ screen, actor, selection, offer }: TabProps<OfferReportActor>) {
  const breakdown = useSelector(screen, ({ context }) => breakdownOf(context.place));
  const isInternal = offer.internal !== null;
  const offered = offerBreakdowns.filter((one) => isInternal || one !== 'affiliate');
  const isTime = breakdown === 'day' || breakdown === 'hour';
  return (
    <>
      <div className="offer-choices">
        <OfferDays screen={screen} selection={selection} />
        <MenuSelect<OfferBreakdown>
          icon={Layers}
          label="Breakdown"
          value={breakdown}
          options={offered.map((value) => ({
            value,
            label: `By ${breakdownNames[value].toLowerCase()}`,
          }))}
          onChoose={(chosen) => screen.send({ type: 'view.change', change: { breakdown: chosen } })}
        />
      </div>
      <Figures actor={actor} isInternal={isInternal} currency={offer.currency} />
      <ChartPanel
        actor={actor}
        selection={selection}
        title={`Performance by ${breakdownNames[breakdown].toLowerCase()}`}
        definition="Clicks and conversions of this offer that count, by the time at which they happened, in the zone of the screen."
        width={800}
        height={height}
        foot={0}
        quiet={<NoFigures />}
      >
        {(report, { currency }, { asTable, width }) =>
          asTable || !isTime ? (
            <>
              {isTime || asTable ? null : <ReportBars rows={report.rows} />}
              <ReportTable
                report={report}
                breakdown={breakdown}
                currency={currency}
                isInternal={isInternal}
              />
            </>
          ) : (
            <OfferChart rows={report.rows} currency={currency} width={width} height={height} />
          )
        }
      </ChartPanel>
    </>
  );
}

export function NoFigures() {
  return (
    <div className="blank">
      <p className="blank-title">No click and no conversion in these days</p>
      <p>A longer range may show some. A test click does not count.</p>
    </div>
  );
}

/** The sums of the days. */
function Figures({
  actor,
  isInternal,
  currency,
}: {
  actor: OfferReportActor;
  isInternal: boolean;
  currency: string;
}) {
  const report = useSelector(actor, ({ context }) => context.answer?.data);
  const isShown = useSelector(actor, (snapshot) => snapshot.hasTag('showing'));
  const facts = factsOf(isShown ? report?.total : undefined, isInternal, currency);
  return (
    <dl className="offer-sums" data-few={!isInternal || undefined} aria-label="Sums of these days">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function factsOf(
  total: OfferReport['total'] | undefined,
  isInternal: boolean,
  currency: string,
): (readonly [string, string])[] {
  const cash = (value: number | null | undefined) =>
    value === null || value === undefined ? none : `${money(value, currency)}\u00a0${currency}`;
  return [
    ['Clicks', count(total?.clicks)],
    ['Conversions', count(total?.conversions)],
    ['Conversion rate', percent(total?.conversion_rate)],
    ['Approval rate', percent(total?.approval_rate)],
    [isInternal ? 'Payout' : 'Your payout', cash(total?.payout)],
    [isInternal ? 'Affiliate EPC' : 'Your EPC', cash(total?.epc)],
    ...(isInternal
      ? ([
          ['Revenue', cash(total?.revenue)],
          ['Network EPC', cash(total?.network_epc)],
          ['Profit', cash(total?.profit)],
          ['Margin', percent(total?.margin)],
        ] as const)
      : []),
  ];
}
