import { useState } from 'react';
import type { AffiliateRef } from '#contract/accounts/session.ts';
import type { OfferDetail } from '#contract/offers/offer.ts';
import type { NewTerms, Terms } from '#contract/offers/terms.ts';
import { instantAt, wallTime } from '#contract/period.ts';
import type { Problem } from '#contract/problem.ts';
import { enteredOf, termsOf } from '#model/entered-terms.ts';
import { isDecrease, nextMidnight, replacedBy, type StartChoice } from '#model/offer-terms.ts';
import { Field } from '../../kit/Field.tsx';
import { FieldInput } from '../../kit/FieldInput.tsx';
import { FieldSelect } from '../../kit/FieldSelect.tsx';
import { FormActions } from '../../kit/FormActions.tsx';
import { moment } from '../../kit/format.ts';
import { NegativeMargin, TermsAmounts } from '../terms/TermsAmounts.tsx';
import { TermsKeys } from '../terms/TermsKeys.tsx';
import type { TermsFields } from '../terms/terms-fields.ts';
import { paidWords } from './words.ts';

const shownFields = [
  'goal',
  'affiliate',
  'country',
  'device',
  'revenue_type',
  'revenue_amount',
  'revenue_pct',
  'payout_type',
  'payout_amount',
  'payout_pct',
  'tiers',
  'starts_at',
  'ends_at',
  'reason',
];

/** The form of new terms. A decrease begins at the next midnight of the offer unless another start is chosen. */
export function NewTermsForm({
  draft: given,
  offer,
  terms,
  affiliates,
  busy,
  problem,
  onPreview,
  onCancel,
}: {
  draft: NewTerms;
  offer: OfferDetail;
  terms: readonly Terms[];
  affiliates: readonly AffiliateRef[];
  busy: boolean;
  problem: Problem | null;
  onPreview: (draft: NewTerms) => void;
  onCancel: () => void;
}) {
  const { timezone: zone, currency } = offer;
  const [entered, setEntered] = useState(() => enteredOf(given));
  const [reason, setReason] = useState(given.reason ?? '');
  const [now] = useState(() => new Date());
  const midnight = nextMidnight(now, zone);
  const [start, setStart] = useState<StartChoice | null>(() => startOf(given, midnight));
  const [moments, setMoments] = useState({
    start: wallTime(given.starts_at ? new Date(given.starts_at) : midnight, zone).slice(0, 16),
    end: given.ends_at ? wallTime(new Date(given.ends_at), zone).slice(0, 16) : '',
  });
  const [refused, setRefused] = useState<Record<string, string[]>>({});
  const draft = termsOf(entered);
  const before = replacedBy(terms, draft);
  const decreases = isDecrease(before, draft);
  const chosenStart = start ?? (decreases ? 'midnight' : 'now');
  const faults = (field: string) => refused[field] ?? problem?.fields?.[field] ?? [];
  const fields: TermsFields = {
    terms: entered,
    change: (changed) => setEntered({ ...entered, ...changed }),
    faultsAt: faults,
    leave: () => () => {},
  };
  const submit = async () => {
    const startsAt = {
      now: null,
      midnight: midnight.toISOString(),
      chosen: instantOf(moments.start, zone),
    }[chosenStart];
    const { newTermsSchema } = await import('#contract/offers/terms.ts');
    const parsed = newTermsSchema.safeParse({
      ...draft,
      reason,
      starts_at: startsAt,
      ends_at: moments.end === '' ? null : instantOf(moments.end, zone),
    });
    if (parsed.success) {
      setRefused({});
      return onPreview(parsed.data);
    }
    const found: Record<string, string[]> = {};
    for (const { path, message } of parsed.error.issues) {
      const key = path.join('.');
      found[key] = [...(found[key] ?? []), message];
    }
    setRefused(found);
  };
  return (
    <form
      className="form"
      aria-label="New terms"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <fieldset className="note-fields" disabled={busy} aria-busy={busy}>
        <TermsAmounts fields={fields} currency={currency}>
          {before ? (
            <p className="field-note">{`Until now: ${paidWords(before, currency)}, terms ${before.id}.`}</p>
          ) : null}
        </TermsAmounts>
        <TermsKeys fields={fields} goals={offer.goals} affiliates={affiliates} />
        <div className="offer-row">
          <Field
            label="They begin"
            note={
              decreases
                ? 'The payout decreases, so the default is the next midnight of the offer.'
                : undefined
            }
            faults={faults('starts_at')}
          >
            <FieldSelect
              value={chosenStart}
              onValueChange={(value) =>
                setStart(value === 'midnight' || value === 'chosen' ? value : 'now')
              }
            >
              <option value="now">When they are saved</option>
              <option value="midnight">{`At midnight: ${moment(midnight, zone)}, ${zone}`}</option>
              <option value="chosen">At another time</option>
            </FieldSelect>
          </Field>
          {chosenStart === 'chosen' ? (
            <Field label={`Start, in ${zone}`}>
              <FieldInput
                type="datetime-local"
                value={moments.start}
                onValueChange={(value) => setMoments({ ...moments, start: value })}
              />
            </Field>
          ) : null}
          <Field label={`End (optional), in ${zone}`} faults={faults('ends_at')}>
            <FieldInput
              type="datetime-local"
              value={moments.end}
              onValueChange={(value) => setMoments({ ...moments, end: value })}
            />
          </Field>
        </div>
        <Field label="Reason (optional)" note="Members read it." faults={faults('reason')}>
          <FieldInput value={reason} maxLength={200} autoComplete="off" onValueChange={setReason} />
        </Field>
        <NegativeMargin fields={fields} />
      </fieldset>
      <FormActions
        problem={problem}
        fields={shownFields}
        action="See whom it affects"
        busy={busy}
        onCancel={onCancel}
      />
    </form>
  );
}

/** Terms that come back from their preview keep the start that was chosen. */
function startOf({ starts_at }: NewTerms, midnight: Date): StartChoice | null {
  if (!starts_at) return null;
  return new Date(starts_at).getTime() === midnight.getTime() ? 'midnight' : 'chosen';
}

/** A text that is no time is left for the schema to refuse. */
const instantOf = (text: string, zone: string): string =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) ? instantAt(text, zone).toISOString() : text;
