import { useSelector } from '@xstate/react';
import { type ReactNode, useState } from 'react';
import { useSearch } from 'wouter';
import type { MasterPixel } from '#contract/master-pixels/schemas.ts';
import type { MasterPixelsActor, PixelDraft } from '#machines/master-pixels/master-pixels.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { Button } from '../kit/Button.tsx';
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx';
import { FactList } from '../kit/FactList.tsx';
import { count, moment, none } from '../kit/format.ts';
import { DataTable } from '../kit/tables/DataTable.tsx';
import { StateChip } from './StateChip.tsx';
import { consentWords, reasonText } from './words.ts';

/** A master pixel with its state, recent events and actions. */
export function MasterPixelItem({
  actor,
  pixel,
  zone,
  mayWrite,
}: {
  actor: MasterPixelsActor;
  pixel: MasterPixel;
  zone: string;
  mayWrite: boolean;
}) {
  const refused = pixel.rejected_24h.reduce((sum, { count }) => sum + count, 0);
  return (
    <li className="pixel-item" aria-label={pixel.name}>
      <header className="pixel-item-head">
        <StateChip state={pixel.state} />
        <h3 className="pixel-name">{pixel.name}</h3>
        {pixel.is_primary ? <span className="chip">Conversion event</span> : null}
        <Actions actor={actor} pixel={pixel} mayWrite={mayWrite} />
      </header>
      <p className="pixel-reason">{pixel.state_reason}</p>
      <FactList className="pixel-facts" facts={factsOf(pixel, zone)} />
      <details className="pixel-refused">
        <summary>{count(refused)} refused or flagged in the last 24 hours</summary>
        {refused === 0 ? (
          <p>Every event was accepted.</p>
        ) : (
          <DataTable<Rejected>
            caption={`Events of ${pixel.name} refused or flagged in the last 24 hours`}
            rows={pixel.rejected_24h}
            keyOf={({ reason }) => reason}
            columns={[
              { title: 'Reason', isName: true, write: ({ reason }) => reasonText(reason) },
              { title: 'Events', write: ({ count: events }) => count(events) },
            ]}
          />
        )}
      </details>
    </li>
  );
}

type Rejected = MasterPixel['rejected_24h'][number];

/** Server events carry no pixel key, so the pixel's event may arrive without the key. */
const keyedText = ({ count_24h: named, received_24h: keyed }: MasterPixel): string =>
  keyed === 0 && named > 0 ? '0: its event comes without the key, as from servers' : count(keyed);

const factsOf = (pixel: MasterPixel, zone: string): [string, ReactNode][] => [
  ['Event', <code key="event">{pixel.event_name}</code>],
  ['Last seen', pixel.last_seen_at ? moment(pixel.last_seen_at, zone) : none],
  [`${pixel.event_name}, last 24 hours`, count(pixel.count_24h)],
  ['Sent with this key, last 24 hours', keyedText(pixel)],
  [
    'Event pixels',
    pixel.is_primary || pixel.event_pixels === 0
      ? count(pixel.event_pixels)
      : `${count(pixel.event_pixels)}, which do not fire: it does not count as conversion`,
  ],
  ['Key', <code key="key">{pixel.key}</code>],
  ['Sites', pixel.domains.length > 0 ? pixel.domains.join(', ') : 'Any site'],
  ['Consent', consentWords[pixel.consent_mode]],
];

function Actions({
  actor,
  pixel,
  mayWrite,
}: {
  actor: MasterPixelsActor;
  pixel: MasterPixel;
  mayWrite: boolean;
}) {
  const search = useSearch();
  const isReady = useSelector(actor, (snapshot) => snapshot.matches({ ready: 'resting' }));
  const isPaused = pixel.status === 'paused';
  return (
    <div className="pixel-acts">
      <AppLink
        to={`/pixels/install/${pixel.id}${search ? `?${search}` : ''}`}
        className="button"
        data-size="small"
        aria-label={`Install ${pixel.name}`}
      >
        Install
      </AppLink>
      {mayWrite ? (
        <>
          <Button
            size="small"
            aria-label={`Edit ${pixel.name}`}
            aria-disabled={!isReady}
            onClick={() => actor.send({ type: 'entry.edit', entry: pixel, draft: draftOf(pixel) })}
          >
            Edit
          </Button>
          <Button
            size="small"
            aria-label={`${isPaused ? 'Resume' : 'Pause'} ${pixel.name}`}
            aria-disabled={!isReady}
            onClick={() =>
              actor.send({
                type: 'action.run',
                action: { pixel, change: { status: isPaused ? 'active' : 'paused' } },
              })
            }
          >
            {isPaused ? 'Resume' : 'Pause'}
          </Button>
          {pixel.is_primary ? null : (
            <>
              <MakePrimary actor={actor} pixel={pixel} isReady={isReady} />
              <Button
                size="small"
                aria-label={`Remove ${pixel.name}`}
                aria-disabled={!isReady}
                onClick={() => actor.send({ type: 'entry.remove', entry: pixel })}
              >
                Remove
              </Button>
            </>
          )}
        </>
      ) : null}
    </div>
  );
}

const draftOf = ({ name, event_name, domains, consent_mode }: MasterPixel): PixelDraft => ({
  name,
  event_name,
  domains,
  consent_mode,
});

/** Makes a pixel the primary one. If event pixels of the present primary event stop firing, it asks first. */
function MakePrimary({
  actor,
  pixel,
  isReady,
}: {
  actor: MasterPixelsActor;
  pixel: MasterPixel;
  isReady: boolean;
}) {
  const present = useSelector(actor, ({ context }) =>
    context.rows.find(({ is_primary }) => is_primary),
  );
  const [isAsking, setAsking] = useState(false);
  const stopping = present?.event_pixels ?? 0;
  const turn = () =>
    actor.send({ type: 'action.run', action: { pixel, change: { is_primary: true } } });
  return (
    <>
      <Button
        size="small"
        aria-label={`Make conversion event: ${pixel.name}`}
        aria-disabled={!isReady}
        onClick={() => (stopping > 0 ? setAsking(isReady) : turn())}
      >
        Make conversion event
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={`Make ${pixel.event_name} the conversion event?`}
          action="Make conversion event"
          onConfirm={() => {
            setAsking(false);
            turn();
          }}
          onCancel={() => setAsking(false)}
        >
          {stopping === 1 ? 'One event pixel' : `${count(stopping)} event pixels`} for{' '}
          {present?.event_name} {stopping === 1 ? 'stops' : 'stop'} firing: only the conversion
          event is sent to partners. The past is recounted.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
