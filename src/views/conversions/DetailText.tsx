import type { ReactNode } from 'react';
import { useSearch } from 'wouter';
import type { Conversion, ConversionDetail, Related } from '#contract/conversions/schemas.ts';
import type { ConversionDecisionActor } from '#machines/conversions/conversion-decision.ts';
import type { CorrectionActor } from '#machines/conversions/correction.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { FactList } from '../kit/FactList.tsx';
import { duration, moment, money, none } from '../kit/format.ts';
import { nameOfCountry } from '../kit/places.ts';
import { Correction } from './Correction.tsx';
import { Decisions } from './Decisions.tsx';
import { Deliveries } from './Deliveries.tsx';
import { History } from './History.tsx';
import { Payloads } from './Payloads.tsx';
import { Sides } from './Sides.tsx';
import { StatusActs } from './StatusActs.tsx';
import { Touches } from './Touches.tsx';
import {
  affiliateOf,
  pathOf,
  sideWords,
  statusWord,
  textOr,
  titleOf,
  valueTextOf,
} from './words.ts';

/** The whole detail of a conversion, from the summary sentence to the payloads. */
export function DetailText({
  story,
  zone,
  currency,
  decision,
  correction,
}: {
  story: ConversionDetail;
  zone: string;
  currency: string;
  decision: ConversionDecisionActor | undefined;
  correction: CorrectionActor | undefined;
}) {
  const { conversion, excluded_because: out, payout_because: payout } = story;
  return (
    <>
      <section className="panel" aria-labelledby="story-title">
        <header className="story-head">
          <h1 className="story-title" id="story-title">
            {titleOf(conversion)}
          </h1>
          <p className="story-value">{valueTextOf(conversion, conversion.currency || currency)}</p>
        </header>
        <p className="story-reason">{conversion.reason}</p>
        {out ? <p className="story-out">{out}</p> : null}
        {payout ? <p className="story-payout">{payout}</p> : null}
        {decision && conversion.record === 'conversion' ? (
          <StatusActs conversion={conversion} decision={decision} />
        ) : null}
        <Facts conversion={conversion} zone={zone} />
        <RelatedList
          title="Refunds"
          list={story.refunds}
          currency={conversion.currency}
          zone={zone}
        />
        {story.order ? (
          <RelatedList
            title="Order"
            list={[story.order]}
            currency={conversion.currency}
            zone={zone}
          />
        ) : null}
      </section>
      {conversion.record === 'adjustment' ? null : (
        <>
          <Part title="Both sides">
            <Sides conversion={conversion} events={story.events} zone={zone} />
          </Part>
          <Part title={`Clicks of the last ${story.lookback_days} days`}>
            <Touches story={story} zone={zone} />
          </Part>
        </>
      )}
      {correction || story.decisions.length + story.adjustments.length > 0 ? (
        <Part title="Decisions and corrections">
          <Decisions story={story} zone={zone} decision={decision} correction={correction} />
          {correction ? (
            <Correction actor={correction} conversion={conversion} zone={zone} />
          ) : null}
        </Part>
      ) : null}
      {story.executions.length > 0 ? (
        <Part title="Sent by event pixels">
          <Deliveries executions={story.executions} zone={zone} />
        </Part>
      ) : null}
      <Part title="History">
        <History story={story} zone={zone} />
      </Part>
      <Part title="As received">
        <Payloads events={story.events} zone={zone} />
      </Part>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const anchor = title.toLowerCase().replaceAll(/\W+/g, '-');
  return (
    <section className="panel" aria-labelledby={anchor}>
      <header className="panel-head">
        <h2 className="panel-title" id={anchor}>
          {title}
        </h2>
      </header>
      {children}
    </section>
  );
}

function Facts({ conversion, zone }: { conversion: Conversion; zone: string }) {
  const facts: [string, string][] = [
    ['Time', moment(conversion.event_time, zone)],
    ['Status', statusWord(conversion.status)],
    ['Seen by', sideWords[conversion.pairing]],
    ['Affiliate', affiliateOf(conversion)],
    ['Campaign, ad set, ad', pathOf(conversion) || none],
    ['Offer', textOr(conversion.offer_name ?? conversion.offer_id)],
    ['Click', conversion.click_time ? moment(conversion.click_time, zone) : none],
    ['From click to conversion', duration(conversion.delay_seconds)],
    ['Payout', money(conversion.payout, conversion.currency)],
    ['Country', conversion.country ? nameOfCountry(conversion.country) : none],
    ['Click id', textOr(conversion.click_id)],
    ['Conversion id', conversion.id],
  ];
  return <FactList className="story-facts" facts={facts} />;
}

function RelatedList({
  title,
  list,
  currency,
  zone,
}: {
  title: string;
  list: Related[];
  currency: string;
  zone: string;
}) {
  const search = useSearch();
  if (list.length === 0) return null;
  return (
    <div className="story-related">
      <h2>{title}</h2>
      <ul>
        {list.map(({ id, event_time, value, status }) => (
          <li key={id}>
            <AppLink to={`/conversions/${encodeURIComponent(id)}${search ? `?${search}` : ''}`}>
              {money(value, currency)}, {moment(event_time, zone)}, {statusWord(status)}
            </AppLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
