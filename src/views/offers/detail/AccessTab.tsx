import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { mostDecidedAtOnce } from '#contract/offers/access.ts';
import type { OfferDetail } from '#contract/offers/offer.ts';
import { mayInOffer } from '#machines/offers/offer-detail.ts';
import type { OfferAccessActor } from '#machines/offers/offer-parts.ts';
import type { AccessRow } from '#model/offer-detail.ts';
import { Button } from '../../kit/Button.tsx';
import { CollectionNotice } from '../../kit/CollectionNotice.tsx';
import { Failed } from '../../kit/Failed.tsx';
import { moment } from '../../kit/format.ts';
import { StateDot } from '../../kit/StateDot.tsx';
import { TableSkeleton } from '../../kit/tables/TableSkeleton.tsx';
import { visibilityWords } from '../common/words.ts';
import { AccessDialog } from './AccessDialog.tsx';
import { OwnAccess } from './OwnAccess.tsx';
import type { TabProps } from './tab-props.ts';
import { accessMeanings, accessNames } from './words.ts';

/** Which affiliates may run the offer; for an affiliate its own state and its request. */
export function AccessTab({ screen, actor, offer }: TabProps<OfferAccessActor>) {
  const { rows, problem } = useSelector(actor, ({ context }) => context);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const showing = useSelector(actor, (snapshot) => snapshot.hasTag('showing'));
  const ready = useSelector(actor, (snapshot) => snapshot.matches({ ready: 'resting' }));
  const rereading = useSelector(actor, (snapshot) =>
    snapshot.matches({ ready: { resting: 'rereading' } }),
  );
  const { member, query } = useSelector(screen, ({ context }) => context);
  const mayDecide = mayInOffer({ member, query }, 'offer.access');
  const affiliates = member.affiliates.filter(({ project }) => project === query.project);
  const isInternal = offer.internal !== null;
  return (
    <section className="panel" aria-labelledby="offer-access" aria-busy={busy}>
      <div className="panel-progress" data-running={rereading || undefined} />
      <header className="panel-head">
        <h2 className="panel-title" id="offer-access">
          {isInternal ? 'Access' : 'Your access'}
        </h2>
        <p className="panel-freshness">{visibilityWords[offer.visibility]}</p>
        <div className="panel-tools">
          {mayDecide && showing ? (
            <Button
              size="small"
              aria-disabled={!ready}
              onClick={() =>
                actor.send({
                  type: 'entry.add',
                  draft: { kind: 'request', affiliate: 0, note: '' },
                })
              }
            >
              Add affiliate
            </Button>
          ) : null}
        </div>
      </header>
      <CollectionNotice
        actor={actor}
        nameOf={({ name, affid }) => name || affid}
        retryLabel="Retry access"
      />
      {!showing && problem ? (
        <Failed problem={problem} name="access" onRetry={() => actor.send({ type: 'retry' })} />
      ) : null}
      {!showing && !problem ? <TableSkeleton rows={4} columns={3} /> : null}
      {showing && isInternal ? (
        <AccessList
          actor={actor}
          offer={offer}
          rows={rows}
          zone={query.timezone}
          isReady={ready}
          mayDecide={mayDecide}
        />
      ) : null}
      {showing && !isInternal ? <OwnAccess actor={actor} offer={offer} rows={rows} /> : null}
      <AccessDialog actor={actor} offer={offer} affiliates={affiliates} mayDecide={mayDecide} />
    </section>
  );
}

type Verdict = 'approved' | 'rejected' | 'blocked';
const verdicts: { status: Verdict; label: string }[] = [
  { status: 'approved', label: 'Approve' },
  { status: 'rejected', label: 'Reject' },
  { status: 'blocked', label: 'Block' },
];

function AccessList({
  actor,
  offer,
  rows,
  zone,
  isReady,
  mayDecide,
}: {
  actor: OfferAccessActor;
  offer: OfferDetail;
  rows: readonly AccessRow[];
  zone: string;
  isReady: boolean;
  mayDecide: boolean;
}) {
  const [ticked, setTicked] = useState<readonly number[]>([]);
  const chosen = rows.filter(({ id }) => ticked.includes(id));
  const waiting = rows.filter(({ status }) => status === 'pending');
  const others = rows.filter(({ status }) => status !== 'pending');
  const decide = (affiliates: readonly AccessRow[], status: Verdict) =>
    actor.send({
      type: 'entry.add',
      draft: {
        kind: 'decide',
        affiliates: affiliates.map(({ id, version }) => ({ id, version })),
        status,
        reason: '',
      },
    });
  if (rows.length === 0) {
    return (
      <p className="offer-text offer-quiet">
        {offer.visibility === 'public'
          ? 'Every affiliate may run it. Add one here to block it.'
          : 'No affiliate has requested it yet.'}
      </p>
    );
  }
  const shared = { zone, isReady, mayDecide, ticked, onDecide: decide };
  const tick = (id: number, isTicked: boolean) =>
    setTicked(isTicked ? [...ticked, id] : ticked.filter((one) => one !== id));
  return (
    <>
      {mayDecide && rows.length > 1 ? (
        <div className="offer-bulk">
          <label className="offer-tick">
            <input
              type="checkbox"
              checked={
                chosen.length > 0 && chosen.length === Math.min(rows.length, mostDecidedAtOnce)
              }
              onChange={({ currentTarget }) =>
                setTicked(
                  currentTarget.checked ? rows.slice(0, mostDecidedAtOnce).map(({ id }) => id) : [],
                )
              }
            />
            {chosen.length === 0 ? 'Select all' : `${chosen.length} selected`}
          </label>
          {chosen.length > 0
            ? verdicts.map(({ status, label }) => (
                <Button
                  key={status}
                  size="small"
                  aria-disabled={!isReady}
                  disabled={chosen.length > mostDecidedAtOnce}
                  onClick={() => decide(chosen, status)}
                >
                  {`${label} selected`}
                </Button>
              ))
            : null}
        </div>
      ) : null}
      {waiting.length > 0 ? (
        <AccessGroup {...shared} title="Waiting for a decision" rows={waiting} onTick={tick} />
      ) : null}
      {others.length > 0 ? (
        <AccessGroup {...shared} title="Decided" rows={others} onTick={tick} />
      ) : null}
    </>
  );
}

function AccessGroup({
  title,
  rows,
  zone,
  isReady,
  mayDecide,
  ticked,
  onTick,
  onDecide,
}: {
  title: string;
  rows: readonly AccessRow[];
  zone: string;
  isReady: boolean;
  mayDecide: boolean;
  ticked: readonly number[];
  onTick: (id: number, isTicked: boolean) => void;
  onDecide: (affiliates: readonly AccessRow[], status: Verdict) => void;
}) {
  return (
    <>
      <h3 className="offer-part">{title}</h3>
      <ul className="offer-access" aria-label={title}>
        {rows.map((row) => {
          const name = row.name || row.affid;
          return (
            <li key={row.id} aria-label={name}>
              {mayDecide ? (
                <input
                  type="checkbox"
                  aria-label={`Select ${name}`}
                  checked={ticked.includes(row.id)}
                  onChange={({ currentTarget }) => onTick(row.id, currentTarget.checked)}
                />
              ) : null}
              <div className="offer-access-who">
                <p>
                  {name} <span className="offer-quiet">{row.affid}</span>
                </p>
                {row.note === '' ? null : <p>{`“${row.note}”`}</p>}
                <p className="offer-quiet">{historyOf(row, zone)}</p>
              </div>
              <StateDot look="offer-state" meaning={accessMeanings[row.status]}>
                {accessNames[row.status]}
              </StateDot>
              {mayDecide ? (
                <div className="offer-row-acts">
                  {verdicts
                    .filter(({ status }) => status !== row.status)
                    .map(({ status, label }) => (
                      <Button
                        key={status}
                        size="small"
                        look={status === 'approved' ? 'plain' : 'quiet'}
                        aria-disabled={!isReady}
                        aria-label={`${label} ${name}`}
                        onClick={() => onDecide([row], status)}
                      >
                        {label}
                      </Button>
                    ))}
                </div>
              ) : null}
            </li>
          );
        })}
      </ul>
    </>
  );
}

function historyOf(
  { requested_at, decided_at, decided_by, reason }: AccessRow,
  zone: string,
): string {
  const parts = [
    requested_at === null ? '' : `Requested ${moment(requested_at, zone)}`,
    decided_at === null
      ? ''
      : `decided ${moment(decided_at, zone)}${decided_by === null ? '' : ` by ${decided_by}`}`,
    reason === '' ? '' : `“${reason}”`,
  ].filter((part) => part !== '');
  const text = parts.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
