import { useSelector } from '@xstate/react';
import type { OfferDetail } from '#contract/offers/offer.ts';
import type { OneOfferActor } from '#machines/offers/offer-parts.ts';
import { AppLink } from '../../kit/AppLink.tsx';
import { Button } from '../../kit/Button.tsx';
import { FactList } from '../../kit/FactList.tsx';
import { clock, moment, none } from '../../kit/format.ts';

/** Where the clicks lead, and for a while the way back to the destination before. */
export function Destination({
  actor,
  offer,
  zone,
  mayWrite,
}: {
  actor: OneOfferActor;
  offer: OfferDetail;
  zone: string;
  mayWrite: boolean;
}) {
  const isReady = useSelector(actor, (snapshot) => snapshot.matches({ ready: 'resting' }));
  const { internal } = offer;
  if (!internal) return null;
  const { earlier_destination: earlier, destination_url: now, leads_to: lead } = internal;
  return (
    <section className="panel" aria-labelledby="offer-leads">
      <header className="panel-head">
        <h2 className="panel-title" id="offer-leads">
          Destination
        </h2>
        <p className="panel-freshness">For members only</p>
      </header>
      <FactList
        className="offer-facts offer-wide-facts"
        facts={[
          ['Clicks lead to', <code key="now">{now ?? none}</code>],
          [
            'Clicks that it does not take',
            internal.fallback_offer_name ?? internal.fallback_url ?? 'The website of the project',
          ],
          ...(internal.external_offer_id === ''
            ? []
            : ([['Id at the network', internal.external_offer_id]] as const)),
          ...(internal.postback_ips.length === 0
            ? []
            : ([['Postbacks only from', internal.postback_ips.join(', ')]] as const)),
        ]}
      />
      {lead ? (
        <p className="offer-text" role="status">
          Its links lead to <AppLink to={`/offers/${lead.offer}`}>{lead.name}</AppLink> since the
          test <AppLink to={`/split-test/${lead.test}`}>{lead.test_name}</AppLink> was shipped,{' '}
          {moment(lead.since, zone)}. Undo it there.
        </p>
      ) : null}
      {earlier && mayWrite ? (
        <div className="offer-earlier" role="status">
          <p>{`The destination was changed. Until ${clock(earlier.until, zone).slice(0, 5)} it can be put back.`}</p>
          <dl className="offer-difference">
            <div>
              <dt>Before</dt>
              <dd>
                <Marked text={earlier.url} other={now ?? ''} />
              </dd>
            </div>
            <div>
              <dt>Now</dt>
              <dd>
                <Marked text={now ?? none} other={earlier.url} />
              </dd>
            </div>
          </dl>
          <Button
            size="small"
            aria-disabled={!isReady}
            onClick={() =>
              actor.send({ type: 'action.run', action: { kind: 'restoreDestination', offer } })
            }
          >
            Put it back
          </Button>
        </div>
      ) : null}
    </section>
  );
}

/** An address with the part marked in which it differs from another one. */
function Marked({ text, other }: { text: string; other: string }) {
  const most = Math.min(text.length, other.length);
  let start = 0;
  while (start < most && text[start] === other[start]) start += 1;
  let end = 0;
  while (end < most - start && text.at(-1 - end) === other.at(-1 - end)) end += 1;
  return (
    <code>
      {text.slice(0, start)}
      <mark>{text.slice(start, text.length - end)}</mark>
      {text.slice(text.length - end)}
    </code>
  );
}
