import { useSelector } from '@xstate/react';
import type { OfferDetail } from '#contract/offers/offer.ts';
import { mayInOffer } from '#machines/offers/offer-detail.ts';
import type { OneOfferActor } from '#machines/offers/offer-parts.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { FactList } from '../../kit/FactList.tsx';
import { moment } from '../../kit/format.ts';
import { nameOfCountry } from '../../kit/places.ts';
import { deviceWords, systemWords, trafficWords, visibilityWords } from '../common/words.ts';
import { CapBar } from './CapBar.tsx';
import { Description } from './Description.tsx';
import { Destination } from './Destination.tsx';
import type { TabProps } from './tab-props.ts';
import { accessNames, paidWords, policyWords } from './words.ts';

/** What the offer is, pays and allows. */
export function OverviewTab({ screen, actor, offer }: TabProps<OneOfferActor>) {
  const zone = useSelector(screen, ({ context }) => context.query.timezone);
  const mayWrite = useSelector(screen, ({ context }) => mayInOffer(context, 'offer.write'));
  return (
    <div className="offer-overview">
      <div className="offer-column">
        <Pays offer={offer} />
        <CapsAtOnce offer={offer} />
        <About offer={offer} />
        {offer.goals.length > 0 ? <Goals offer={offer} /> : null}
        {offer.internal && offer.internal.notes !== '' ? (
          <section className="panel" aria-labelledby="offer-notes">
            <header className="panel-head">
              <h2 className="panel-title" id="offer-notes">
                Notes
              </h2>
              <p className="panel-freshness">For members only</p>
            </header>
            <p className="offer-text offer-raw">{offer.internal.notes}</p>
          </section>
        ) : null}
      </div>
      <div className="offer-column">
        <section className="panel" aria-labelledby="offer-runs">
          <header className="panel-head">
            <h2 className="panel-title" id="offer-runs">
              Where it runs
            </h2>
          </header>
          <FactList className="offer-facts" facts={runFacts(offer, zone)} />
        </section>
        {offer.internal ? (
          <Destination actor={actor} offer={offer} zone={zone} mayWrite={mayWrite} />
        ) : null}
      </div>
    </div>
  );
}

function About({ offer }: { offer: OfferDetail }) {
  return (
    <section className="panel" aria-labelledby="offer-about">
      <header className="panel-head">
        <h2 className="panel-title" id="offer-about">
          About
        </h2>
      </header>
      <div className="offer-text">
        {offer.description === '' ? (
          <p className="offer-quiet">There is no description.</p>
        ) : (
          <Description text={offer.description} />
        )}
        {offer.preview_url ? (
          <p>
            <AppLink to={offer.preview_url} external>
              Open the preview page
            </AppLink>
          </p>
        ) : null}
      </div>
    </section>
  );
}

/** What the offer pays: the reader of an affiliate reads what it pays them. */
function Pays({ offer }: { offer: OfferDetail }) {
  const { payout, currency, internal } = offer;
  const [own] = offer.access;
  return (
    <section className="panel" aria-labelledby="offer-pays">
      <header className="panel-head">
        <h2 className="panel-title" id="offer-pays">
          {internal ? 'What it pays' : 'What it pays you'}
        </h2>
      </header>
      <div className="offer-text">
        <p className="offer-payout">
          {payout ? paidWords(payout, currency) : 'No terms apply yet'}
        </p>
        {payout?.has_tiers ? (
          <p className="offer-quiet">
            More from a number of conversions a month on.{' '}
            <AppLink to="#terms">See the tiers</AppLink>
          </p>
        ) : null}
        {payout?.varies ? (
          <p className="offer-quiet">
            {internal
              ? 'Other terms apply to some countries, devices, goals or affiliates. '
              : 'Other amounts apply to some countries, devices or goals. '}
            <AppLink to="#terms">See all terms</AppLink>
          </p>
        ) : null}
        {internal ? (
          <p className="offer-quiet">
            Revenue and margin are under <AppLink to="#performance">Performance</AppLink>.
          </p>
        ) : own ? (
          <p>
            {own.status === 'open' || own.status === 'approved' ? (
              <AppLink to="#tracking" className="button" data-look="primary">
                Get your link
              </AppLink>
            ) : (
              <AppLink to="#access" className="button" data-look="primary">
                {own.status === 'none' ? 'Request access' : `Access: ${accessNames[own.status]}`}
              </AppLink>
            )}
          </p>
        ) : null}
      </div>
    </section>
  );
}

/** The caps as they were when the offer was read. */
function CapsAtOnce({ offer }: { offer: OfferDetail }) {
  return (
    <section className="panel" aria-labelledby="offer-left">
      <header className="panel-head">
        <h2 className="panel-title" id="offer-left">
          Caps
        </h2>
        <AppLink to="#caps" className="offer-more">
          Details
        </AppLink>
      </header>
      {offer.caps.length === 0 ? (
        <p className="offer-text offer-quiet">There is no cap: it takes every click.</p>
      ) : (
        <ul className="offer-caps">
          {offer.caps.map((cap) => (
            <li key={cap.cap}>
              <CapBar cap={cap} currency={offer.currency} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function runFacts(offer: OfferDetail, zone: string): (readonly [string, string])[] {
  const countries = offer.countries.map(nameOfCountry).join(', ');
  const list = (names: readonly string[], otherwise: string) =>
    names.length > 0 ? names.join(', ') : otherwise;
  return [
    [
      'Countries',
      countries === ''
        ? 'All'
        : offer.country_mode === 'include'
          ? countries
          : `All but ${countries}`,
    ],
    [
      'Devices',
      list(
        offer.devices.map((device) => deviceWords[device]),
        'All',
      ),
    ],
    [
      'Systems',
      list(
        offer.os.map((system) => systemWords[system]),
        'All',
      ),
    ],
    [
      'Allowed traffic',
      list(
        offer.allowed_traffic.map((kind) => trafficWords[kind]),
        'All that is not forbidden',
      ),
    ],
    [
      'Forbidden traffic',
      list(
        offer.forbidden_traffic.map((kind) => trafficWords[kind]),
        'None',
      ),
    ],
    ['Access', visibilityWords[offer.visibility]],
    ['Starts', offer.starts_at ? moment(offer.starts_at, zone) : 'At once'],
    ['Ends', offer.ends_at ? moment(offer.ends_at, zone) : 'Without an end'],
    ['Days of caps and tiers begin in', offer.timezone],
    ['Conversions are paid', `up to ${daysWords(offer.click_window_days)} after the click`],
    [
      'Several conversions of a click',
      offer.allow_multiple_conversions ? 'Each is paid' : 'The first is paid',
    ],
    [
      'Approval',
      `${offer.hold_days === 0 ? 'Without a hold' : `After ${daysWords(offer.hold_days)}`}${offer.auto_approve ? ', automatic' : ', by hand'}`,
    ],
    ['When a cap is full', policyWords[offer.over_cap_policy]],
  ];
}

const daysWords = (days: number): string => (days === 1 ? '1 day' : `${days} days`);

function Goals({ offer }: { offer: OfferDetail }) {
  return (
    <section className="panel" aria-labelledby="offer-goals">
      <header className="panel-head">
        <h2 className="panel-title" id="offer-goals">
          Goals
        </h2>
      </header>
      <ul className="offer-goals">
        {offer.goals.map(({ key, name, event }) => (
          <li key={key}>
            <span>{name}</span>
            <code>{key}</code>
            <span className="offer-quiet">
              {event === null ? 'named by the report' : `reached by the event ${event}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
