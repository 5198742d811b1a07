import type { OfferDetail } from '#contract/offers/offer.ts';
import type { TermsPreview } from '#contract/offers/terms.ts';
import type { NewTermsActor } from '#machines/offers/new-terms.ts';
import { Button } from '../../kit/Button.tsx';
import { count, moment, money } from '../../kit/format.ts';
import { type PlainColumn, PlainTable } from '../../kit/tables/PlainTable.tsx';

type Row = TermsPreview['affiliates'][number];

/** What terms would have changed in the last 28 days, before they are saved. */
export function TermsEffect({
  actor,
  preview,
  offer: { currency, timezone },
  busy,
}: {
  actor: NewTermsActor;
  preview: TermsPreview;
  offer: OfferDetail;
  busy: boolean;
}) {
  const { starts_at, replaces, affiliates, total, warnings } = preview;
  const losing = affiliates.filter(({ negative_margin }) => negative_margin);
  return (
    <div className="note-fields" aria-busy={busy}>
      <p>
        {`They begin on ${moment(starts_at, timezone)}, ${timezone}`}
        {replaces === null ? '.' : `, and end terms ${replaces}.`}
      </p>
      {warnings.map((warning) => (
        <p key={warning} className="offer-warning" role="alert">
          {warning}
        </p>
      ))}
      {losing.length > 0 ? (
        <p className="offer-warning" role="alert">
          {`Negative margin with ${losing.map(({ name, affid }) => name || affid).join(', ')}: the payout would be higher than the revenue.`}
        </p>
      ) : null}
      {affiliates.length === 0 ? (
        <p>No conversion of the last 28 days would have been decided by these terms.</p>
      ) : (
        <>
          <p className="offer-quiet">
            {`What they would have changed in the last 28 days, in ${currency}`}
          </p>
          <PlainTable
            name="Effect on the last 28 days"
            rowTitle="Affiliate"
            rows={affiliates}
            keyOf={({ affiliate }) => String(affiliate)}
            write={({ name, affid }) => name || affid}
            isMarked={({ negative_margin }) => negative_margin}
            columns={columnsOf(total, currency)}
            most={10}
          />
        </>
      )}
      <div className="note-acts">
        <Button look="quiet" disabled={busy} onClick={() => actor.send({ type: 'terms.back' })}>
          Back
        </Button>
        <Button look="primary" disabled={busy} onClick={() => actor.send({ type: 'terms.save' })}>
          Save terms
        </Button>
      </div>
    </div>
  );
}

const columnsOf = (total: TermsPreview['total'], currency: string): PlainColumn<Row>[] => [
  {
    title: 'Conversions',
    write: ({ conversions }) => count(conversions),
    total: count(total.conversions),
  },
  {
    title: 'Payout before',
    write: ({ payout_before }) => money(payout_before, currency),
    total: money(total.payout_before, currency),
  },
  {
    title: 'Payout after',
    write: ({ payout_after }) => money(payout_after, currency),
    total: money(total.payout_after, currency),
  },
  {
    title: 'Margin after',
    write: ({ revenue_after, payout_after }) => money(revenue_after - payout_after, currency),
    total: money(total.revenue_after - total.payout_after, currency),
  },
];
