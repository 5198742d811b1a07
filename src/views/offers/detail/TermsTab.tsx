import { useSelector } from '@xstate/react';
import { Plus } from 'lucide-react';
import type { AffiliateRef } from '#contract/accounts/session.ts';
import type { OfferDetail } from '#contract/offers/offer.ts';
import type { Terms } from '#contract/offers/terms.ts';
import type { NewTermsActor } from '#machines/offers/new-terms.ts';
import { mayInOffer } from '#machines/offers/offer-detail.ts';
import type { OfferTermsActor } from '#machines/offers/offer-parts.ts';
import { freshTerms, termsFrom } from '#model/offer-terms.ts';
import { Button } from '../../kit/Button.tsx';
import { CollectionNotice } from '../../kit/CollectionNotice.tsx';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import { Failed } from '../../kit/Failed.tsx';
import { moment } from '../../kit/format.ts';
import { nameOfCountry } from '../../kit/places.ts';
import { StateDot } from '../../kit/StateDot.tsx';
import { TableSkeleton } from '../../kit/tables/TableSkeleton.tsx';
import { deviceWords } from '../common/words.ts';
import { NewTermsDialog } from './NewTermsDialog.tsx';
import type { TabProps } from './tab-props.ts';
import { broughtWords, paidWords, sum } from './words.ts';

const states = [
  { state: 'current', title: 'In force now', meaning: 'good' },
  { state: 'planned', title: 'Planned', meaning: 'warn' },
  { state: 'ended', title: 'Ended', meaning: null },
  { state: 'withdrawn', title: 'Withdrawn', meaning: null },
] as const;

/** What the offer brings and pays: in force, planned, ended and withdrawn. */
export function TermsTab({
  screen,
  actor,
  offer,
  adding,
}: TabProps<OfferTermsActor> & { adding: NewTermsActor }) {
  const { rows, problem, action } = useSelector(actor, ({ context }) => context);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const showing = useSelector(actor, (snapshot) => snapshot.hasTag('showing'));
  const confirming = useSelector(actor, (snapshot) => snapshot.matches({ ready: 'confirming' }));
  const rereading = useSelector(actor, (snapshot) =>
    snapshot.matches({ ready: { resting: 'rereading' } }),
  );
  const { member, query } = useSelector(screen, ({ context }) => context);
  const mayChange = mayInOffer({ member, query }, 'offer.terms');
  const affiliates = member.affiliates.filter(({ project }) => project === query.project);
  return (
    <section className="panel" aria-labelledby="offer-terms" aria-busy={busy}>
      <div className="panel-progress" data-running={rereading || undefined} />
      <header className="panel-head">
        <h2 className="panel-title" id="offer-terms">
          Terms
        </h2>
        <p className="panel-freshness">{`Times in ${offer.timezone}`}</p>
        <div className="panel-tools">
          {mayChange && showing ? (
            <Button
              size="small"
              onClick={() => adding.send({ type: 'terms.edit', draft: freshTerms })}
            >
              <Plus size={14} aria-hidden="true" />
              New terms
            </Button>
          ) : null}
        </div>
      </header>
      <p className="offer-text offer-quiet">
        The terms that match most of affiliate, goal, country and device apply. Each click keeps the
        terms that applied when it happened, and its conversions are paid by them.
      </p>
      <CollectionNotice actor={actor} nameOf={({ id }) => `Terms ${id}`} retryLabel="Retry terms" />
      {!showing && problem ? (
        <Failed problem={problem} name="terms" onRetry={() => actor.send({ type: 'retry' })} />
      ) : null}
      {!showing && !problem ? <TableSkeleton rows={3} columns={4} /> : null}
      {showing && rows.length === 0 ? (
        <p className="offer-text">
          There are no terms: a conversion pays what its affiliate is paid otherwise.
        </p>
      ) : null}
      {showing
        ? states.map(({ state, title, meaning }) => (
            <TermsGroup
              key={state}
              title={title}
              meaning={meaning}
              terms={rows.filter((terms) => terms.state === state)}
              actor={actor}
              adding={adding}
              offer={offer}
              affiliates={affiliates}
              mayChange={mayChange}
            />
          ))
        : null}
      <NewTermsDialog actor={adding} offer={offer} terms={rows} affiliates={affiliates} />
      {confirming && action ? (
        <ConfirmDialog
          title={`Withdraw terms ${action.terms.id}?`}
          action="Withdraw"
          onConfirm={() => actor.send({ type: 'action.confirm' })}
          onCancel={() => actor.send({ type: 'action.cancel' })}
        >
          They never count, and those that they would have ended go on. They stay in the list as
          withdrawn.
        </ConfirmDialog>
      ) : null}
    </section>
  );
}

function TermsGroup({
  title,
  meaning,
  terms,
  actor,
  adding,
  offer,
  affiliates,
  mayChange,
}: {
  title: string;
  meaning: 'good' | 'warn' | null;
  terms: readonly Terms[];
  actor: OfferTermsActor;
  adding: NewTermsActor;
  offer: OfferDetail;
  affiliates: readonly AffiliateRef[];
  mayChange: boolean;
}) {
  if (terms.length === 0) return null;
  return (
    <>
      <h3 className="offer-part">
        <StateDot look="offer-state" meaning={meaning}>
          {title}
        </StateDot>
      </h3>
      <ul className="offer-terms" aria-label={title}>
        {terms.map((one) => (
          <TermsItem
            key={one.id}
            actor={actor}
            adding={adding}
            terms={one}
            offer={offer}
            affiliates={affiliates}
            mayChange={mayChange}
          />
        ))}
      </ul>
    </>
  );
}

function TermsItem({
  actor,
  adding,
  terms,
  offer,
  affiliates,
  mayChange,
}: {
  actor: OfferTermsActor;
  adding: NewTermsActor;
  terms: Terms;
  offer: OfferDetail;
  affiliates: readonly AffiliateRef[];
  mayChange: boolean;
}) {
  const isReady = useSelector(actor, (snapshot) => snapshot.matches({ ready: 'resting' }));
  const { id, tiers, starts_at, ends_at, reason, created_by, can_withdraw, state } = terms;
  const { currency, timezone } = offer;
  return (
    <li className="offer-terms-item" aria-label={`Terms ${id}`} data-state={state}>
      <div className="offer-terms-pays">
        <p className="offer-terms-payout">{paidWords(terms, currency)}</p>
        {terms.revenue_type === null ? null : (
          <p className="offer-quiet">{`Brings ${lowered(broughtWords(terms, currency))}`}</p>
        )}
        {tiers.map(({ from_count, amount }) => (
          <p key={from_count} className="offer-quiet">
            {`${sum(amount, currency)} from conversion ${from_count} of a month on`}
          </p>
        ))}
      </div>
      <div className="offer-terms-for">
        <p>{forWords(terms, offer, affiliates)}</p>
        <p className="offer-quiet">
          {`From ${moment(starts_at, timezone)}`}
          {ends_at === null ? '' : ` to ${moment(ends_at, timezone)}`}
        </p>
        <p className="offer-quiet">
          {`Terms ${id}`}
          {created_by === null ? '' : `, by ${created_by}`}
          {reason ? `: ${reason}` : ''}
        </p>
      </div>
      {mayChange ? (
        <div className="offer-row-acts">
          {state === 'current' || state === 'planned' ? (
            <Button
              size="small"
              aria-label={`Change terms ${id}`}
              onClick={() => adding.send({ type: 'terms.edit', draft: termsFrom(terms) })}
            >
              Change
            </Button>
          ) : null}
          {can_withdraw ? (
            <Button
              size="small"
              look="quiet"
              aria-disabled={!isReady}
              aria-label={`Withdraw terms ${id}`}
              onClick={() =>
                actor.send({ type: 'action.choose', action: { kind: 'withdraw', terms } })
              }
            >
              Withdraw
            </Button>
          ) : null}
        </div>
      ) : null}
    </li>
  );
}

const lowered = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

/** Which conversions the terms are for. */
function forWords(
  { affiliate, affid, country, device, goal }: Terms,
  { goals, internal }: OfferDetail,
  affiliates: readonly AffiliateRef[],
): string {
  const who = affiliates.find(({ id }) => id === affiliate)?.name || affid;
  const parts = [
    affiliate === null ? (internal ? 'Everyone' : '') : internal ? (who ?? '') : 'For you',
    goal === 'conversion' ? '' : `goal ${goals.find(({ key }) => key === goal)?.name ?? goal}`,
    country === null ? '' : nameOfCountry(country),
    device === null ? '' : deviceWords[device].toLowerCase(),
  ].filter((part) => part !== '');
  return parts.length > 0 ? parts.join(', ') : 'All conversions';
}
