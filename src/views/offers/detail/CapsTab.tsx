import { useSelector } from '@xstate/react';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { mayInOffer } from '#machines/offers/offer-detail.ts';
import type { OfferCapsActor } from '#machines/offers/offer-parts.ts';
import type { CapDraft, CapRow } from '#model/offer-detail.ts';
import { Button } from '../../kit/Button.tsx';
import { CollectionNotice } from '../../kit/CollectionNotice.tsx';
import { FactList } from '../../kit/FactList.tsx';
import { Failed } from '../../kit/Failed.tsx';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { bucketInText, clock, count, dayIn, percent } from '../../kit/format.ts';
import { TableSkeleton } from '../../kit/tables/TableSkeleton.tsx';
import { CapBar } from './CapBar.tsx';
import { CapForm } from './CapForm.tsx';
import type { TabProps } from './tab-props.ts';
import { capTitle, policyWords } from './words.ts';

const freshCap: CapDraft = {
  metric: 'conversions',
  interval: 'day',
  limit: '',
  affiliate: null,
  counts_statuses: ['pending', 'approved'],
  soft_pct: 90,
  policy: null,
};

const draftOf = (cap: CapRow): CapDraft => ({
  metric: cap.metric,
  interval: cap.interval,
  limit: String(cap.limit),
  affiliate: cap.affiliate,
  counts_statuses: cap.counts_statuses,
  soft_pct: cap.soft_pct,
  policy: cap.policy,
});

/** The caps: how full they are, when they will be, and what happens then. */
export function CapsTab({ screen, actor, offer }: TabProps<OfferCapsActor>) {
  const { rows, problem, entry, draft } = useSelector(actor, ({ context }) => context);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const showing = useSelector(actor, (snapshot) => snapshot.hasTag('showing'));
  const ready = useSelector(actor, (snapshot) => snapshot.matches({ ready: 'resting' }));
  const writing = useSelector(actor, (snapshot) => snapshot.hasTag('writing'));
  const rereading = useSelector(actor, (snapshot) =>
    snapshot.matches({ ready: { resting: 'rereading' } }),
  );
  const mayChange = useSelector(screen, ({ context }) => mayInOffer(context, 'offer.terms'));
  const { member, query } = useSelector(screen, ({ context }) => context);
  const affiliates = member.affiliates.filter(({ project }) => project === query.project);
  const cancel = () => actor.send({ type: 'form.cancel' });
  return (
    <section className="panel" aria-labelledby="offer-caps" aria-busy={busy}>
      <div className="panel-progress" data-running={rereading || undefined} />
      <header className="panel-head">
        <h2 className="panel-title" id="offer-caps">
          Caps
        </h2>
        <p className="panel-freshness">{`Days begin at midnight in ${offer.timezone}`}</p>
        <div className="panel-tools">
          {mayChange && showing ? (
            <Button
              size="small"
              aria-disabled={!ready}
              onClick={() => actor.send({ type: 'entry.add', draft: freshCap })}
            >
              <Plus size={14} aria-hidden="true" />
              Add cap
            </Button>
          ) : null}
        </div>
      </header>
      <CollectionNotice
        actor={actor}
        nameOf={(cap) => capTitle(cap, offer.currency)}
        retryLabel="Retry caps"
      />
      {!showing && problem ? (
        <Failed problem={problem} name="caps" onRetry={() => actor.send({ type: 'retry' })} />
      ) : null}
      {!showing && !problem ? <TableSkeleton rows={3} columns={3} /> : null}
      {showing && rows.length === 0 ? (
        <p className="offer-text offer-quiet">
          There is no cap: it takes every click. The first cap that is full stops the offer, or the
          affiliate that it is for.
        </p>
      ) : null}
      {showing && rows.length > 0 ? (
        <ul className="offer-cap-list" aria-label="Caps">
          {rows.map((cap) => (
            <CapItem
              key={cap.id}
              actor={actor}
              cap={cap}
              currency={offer.currency}
              policy={policyWords[cap.policy ?? offer.over_cap_policy]}
              isReady={ready}
              mayChange={mayChange}
            />
          ))}
        </ul>
      ) : null}
      {writing && draft ? (
        <FormDialog title={entry ? 'Change the cap' : 'Add a cap'} onClose={cancel}>
          <CapForm
            draft={draft}
            entry={entry}
            affiliates={affiliates}
            currency={offer.currency}
            busy={busy}
            problem={problem}
            onSave={(saved) => actor.send({ type: 'entry.save', draft: saved })}
            onCancel={cancel}
          />
        </FormDialog>
      ) : null}
    </section>
  );
}

function CapItem({
  actor,
  cap,
  currency,
  policy,
  isReady,
  mayChange,
}: {
  actor: OfferCapsActor;
  cap: CapRow;
  currency: string;
  policy: string;
  isReady: boolean;
  mayChange: boolean;
}) {
  const { fill } = cap;
  const name = capTitle(cap, currency);
  return (
    <li aria-label={name}>
      {fill ? <CapBar cap={fill} currency={currency} /> : <p>{name}</p>}
      {fill ? (
        <FactList
          className="offer-facts offer-cap-facts"
          facts={[
            ['Forecast', forecastOf(cap)],
            ['Chance to fill before the reset', percent(fill.p_full_before_reset)],
            ...(cap.metric === 'conversions'
              ? ([['Expected from clicks that were sent', count(fill.in_flight)]] as const)
              : []),
            ['Resets', fill.resets_at === null ? 'Never' : whenIn(fill.resets_at, fill.timezone)],
            ['For', cap.affid === null ? 'All together' : `Affiliate ${cap.affid}`],
            ['When full', policy],
          ]}
        />
      ) : null}
      {mayChange ? (
        <div className="offer-row-acts">
          <Button
            size="small"
            aria-disabled={!isReady}
            aria-label={`Change ${name}`}
            onClick={() => actor.send({ type: 'entry.edit', entry: cap, draft: draftOf(cap) })}
          >
            <Pencil size={14} aria-hidden="true" />
            Change
          </Button>
          <Button
            size="small"
            look="quiet"
            aria-disabled={!isReady}
            aria-label={`Remove ${name}`}
            onClick={() => actor.send({ type: 'entry.remove', entry: cap })}
          >
            <Trash2 size={14} aria-hidden="true" />
            Remove
          </Button>
        </div>
      ) : null}
    </li>
  );
}

/** “Full at about 16:20”, with the day where that is a later one. */
function forecastOf({ fill }: CapRow): string {
  if (!fill) return 'Not known yet';
  if (fill.state === 'full') return 'Full now';
  if (fill.forecast_full_at !== null) {
    return `Full at about ${whenIn(fill.forecast_full_at, fill.timezone)}`;
  }
  return fill.p_full_before_reset === null ? 'Not known yet' : 'Not full before it resets';
}

/** 16:20 of today, and a later day with its date. */
function whenIn(instant: string, zone: string): string {
  const time = clock(instant, zone).slice(0, 5);
  const date = dayIn(instant, zone);
  return date === dayIn(new Date(), zone) ? time : `${bucketInText(date)}, ${time}`;
}
