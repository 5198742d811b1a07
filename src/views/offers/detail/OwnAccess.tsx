import { useSelector } from '@xstate/react';
import type { OfferDetail } from '#contract/offers/offer.ts';
import type { OfferAccessActor } from '#machines/offers/offer-parts.ts';
import type { AccessRow } from '#model/offer-detail.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { Button } from '../../kit/Button.tsx';
import { StateDot } from '../../kit/StateDot.tsx';
import { accessMeanings, accessNames } from './words.ts';

/** The state of the reader's own affiliates, and their request. */
export function OwnAccess({
  actor,
  offer,
  rows,
}: {
  actor: OfferAccessActor;
  offer: OfferDetail;
  rows: readonly AccessRow[];
}) {
  const isReady = useSelector(actor, (snapshot) => snapshot.matches({ ready: 'resting' }));
  return (
    <ul className="offer-access" aria-label="Your access">
      {offer.access.map(({ affiliate, affid, name, status: read, reason: readReason }) => {
        const row = rows.find(({ id }) => id === affiliate);
        const status = row?.status ?? read;
        const reason = row?.reason ?? readReason;
        const mayRun = status === 'open' || status === 'approved';
        return (
          <li key={affiliate} aria-label={name || affid}>
            <div className="offer-access-who">
              <p>
                {name || affid} <span className="offer-quiet">{affid}</span>
              </p>
              {reason === '' ? null : <p className="offer-quiet">{reason}</p>}
            </div>
            <StateDot
              look="offer-state"
              meaning={
                status === 'open' ? 'good' : status === 'none' ? null : accessMeanings[status]
              }
            >
              {status === 'open'
                ? 'You may run it'
                : status === 'none'
                  ? 'Not requested'
                  : accessNames[status]}
            </StateDot>
            <div className="offer-row-acts">
              {mayRun ? <AppLink to="#tracking">Get your link</AppLink> : null}
              {status === 'none' || status === 'rejected' ? (
                <Button
                  size="small"
                  aria-disabled={!isReady}
                  aria-label={`Request access for ${name || affid}`}
                  onClick={() =>
                    actor.send({
                      type: 'entry.add',
                      draft: { kind: 'request', affiliate, note: '' },
                    })
                  }
                >
                  Request access
                </Button>
              ) : null}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
