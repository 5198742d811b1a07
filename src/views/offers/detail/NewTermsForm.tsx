import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { AffiliateRef } from '#contract/accounts/session.ts';
import { offerDevices } from '#contract/offers/fields.ts';
import type { OfferDetail } from '#contract/offers/offer.ts';
import {
  mostTiers,
  type NewTerms,
  type PayoutType,
  payoutTypes,
  type RevenueType,
  revenueTypes,
  type Terms,
} from '#contract/offers/terms.ts';
import { instantAt, wallTime } from '#contract/period.ts';
import type { Problem } from '#contract/problem.ts';
import { isDecrease, nextMidnight, replacedBy, type StartChoice } from '#model/offer-terms.ts';
import { Button } from '../../kit/Button.tsx';
import { DecimalInput } from '../../kit/DecimalInput.tsx';
import { Field } from '../../kit/Field.tsx';
import { FieldInput } from '../../kit/FieldInput.tsx';
import { FieldSelect } from '../../kit/FieldSelect.tsx';
import { FormActions } from '../../kit/FormActions.tsx';
import { fieldErrorsOf } from '../../kit/form-errors.ts';
import { moment } from '../../kit/format.ts';
import { deviceWords } from '../common/words.ts';
import { paidWords } from './words.ts';

const payoutNames: Record<PayoutType, string> = {
  none: 'Nothing',
  cpa: 'An amount per conversion',
  cps: 'A share of the value',
  cpa_cps: 'An amount and a share',
  cpc: 'An amount per click',
};
const revenueNames: Record<RevenueType, string> = {
  none: 'The reported value',
  rpa: 'An amount per conversion',
  rps: 'A share of the value',
  rpa_rps: 'An amount and a share',
};
const hasAmount = (type: string) => ['rpa', 'rpa_rps', 'cpa', 'cpa_cps', 'cpc'].includes(type);
const hasShare = (type: string) => ['rps', 'rpa_rps', 'cps', 'cpa_cps'].includes(type);

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
  const [draft, setDraft] = useState(given);
  const [now] = useState(() => new Date());
  const midnight = nextMidnight(now, zone);
  const [start, setStart] = useState<StartChoice | null>(() => startOf(given, midnight));
  const [moments, setMoments] = useState({
    start: wallTime(given.starts_at ? new Date(given.starts_at) : midnight, zone).slice(0, 16),
    end: given.ends_at ? wallTime(new Date(given.ends_at), zone).slice(0, 16) : '',
  });
  const [refused, setRefused] = useState<Record<string, string[]>>({});
  const before = replacedBy(terms, draft);
  const decreases = isDecrease(before, draft);
  const chosenStart = start ?? (decreases ? 'midnight' : 'now');
  const change = (changed: Partial<NewTerms>) => setDraft({ ...draft, ...changed });
  const faults = (field: string) => refused[field] ?? fieldErrorsOf(problem)?.[field];
  const payoutType = draft.payout_type;
  const revenueType = draft.revenue_type ?? 'none';
  const submit = async () => {
    const startsAt = {
      now: null,
      midnight: midnight.toISOString(),
      chosen: instantOf(moments.start, zone),
    }[chosenStart];
    const entered: NewTerms = {
      ...draft,
      revenue_amount: hasAmount(revenueType) ? draft.revenue_amount || null : null,
      revenue_pct: hasShare(revenueType) ? draft.revenue_pct || null : null,
      payout_amount: hasAmount(payoutType) ? draft.payout_amount || null : null,
      payout_pct: hasShare(payoutType) ? draft.payout_pct || null : null,
      tiers: payoutType === 'cpa' || payoutType === 'cpa_cps' ? draft.tiers : [],
      country: draft.country || null,
      starts_at: startsAt,
      ends_at: moments.end === '' ? null : instantOf(moments.end, zone),
    };
    const { newTermsSchema } = await import('#contract/offers/terms.ts');
    const parsed = newTermsSchema.safeParse(entered);
    if (parsed.success) {
      setRefused({});
      return onPreview(parsed.data);
    }
    setRefused(
      Object.fromEntries(
        parsed.error.issues.map(({ path: [field] }) => [
          String(field),
          parsed.error.issues.filter(({ path }) => path[0] === field).map(({ message }) => message),
        ]),
      ),
    );
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
        <div className="offer-pair">
          <Field label="The affiliate gets" faults={faults('payout_type')}>
            <FieldSelect
              value={payoutType}
              onValueChange={(value) =>
                change({ payout_type: payoutTypes.find((one) => one === value) ?? payoutType })
              }
            >
              {payoutTypes.map((one) => (
                <option key={one} value={one}>
                  {payoutNames[one]}
                </option>
              ))}
            </FieldSelect>
          </Field>
          {hasAmount(payoutType) ? (
            <Amount
              label={`Payout (${currency})`}
              value={draft.payout_amount}
              faults={faults('payout_amount')}
              onChange={(payout_amount) => change({ payout_amount })}
            />
          ) : null}
          {hasShare(payoutType) ? (
            <Amount
              label="Payout (% of the value)"
              value={draft.payout_pct}
              faults={faults('payout_pct')}
              onChange={(payout_pct) => change({ payout_pct })}
            />
          ) : null}
        </div>
        {before ? (
          <p className="field-note">{`Until now: ${paidWords(before, currency)}, terms ${before.id}.`}</p>
        ) : null}
        {payoutType === 'cpa' || payoutType === 'cpa_cps' ? (
          <Tiers
            tiers={draft.tiers ?? []}
            currency={currency}
            faults={faults('tiers')}
            onChange={(tiers) => change({ tiers })}
          />
        ) : null}
        <div className="offer-pair">
          <Field label="The advertiser pays" faults={faults('revenue_type')}>
            <FieldSelect
              value={revenueType}
              onValueChange={(value) =>
                change({ revenue_type: revenueTypes.find((one) => one === value) ?? revenueType })
              }
            >
              {revenueTypes.map((one) => (
                <option key={one} value={one}>
                  {revenueNames[one]}
                </option>
              ))}
            </FieldSelect>
          </Field>
          {hasAmount(revenueType) ? (
            <Amount
              label={`Revenue (${currency})`}
              value={draft.revenue_amount}
              faults={faults('revenue_amount')}
              onChange={(revenue_amount) => change({ revenue_amount })}
            />
          ) : null}
          {hasShare(revenueType) ? (
            <Amount
              label="Revenue (% of the value)"
              value={draft.revenue_pct}
              faults={faults('revenue_pct')}
              onChange={(revenue_pct) => change({ revenue_pct })}
            />
          ) : null}
        </div>
        <div className="offer-pair">
          <Field label="For the affiliate" faults={faults('affiliate')}>
            <FieldSelect
              value={String(draft.affiliate ?? '')}
              onValueChange={(value) => change({ affiliate: Number(value) || null })}
            >
              <option value="">Everyone</option>
              {affiliates.map(({ id, name, aff_id }) => (
                <option key={id} value={id}>
                  {name || aff_id}
                </option>
              ))}
            </FieldSelect>
          </Field>
          <Field label="For the goal" faults={faults('goal')}>
            <FieldSelect
              value={draft.goal ?? 'conversion'}
              onValueChange={(goal) => change({ goal })}
            >
              <option value="conversion">The conversion</option>
              {offer.goals
                .filter(({ key }) => key !== 'conversion')
                .map(({ key, name }) => (
                  <option key={key} value={key}>
                    {name}
                  </option>
                ))}
            </FieldSelect>
          </Field>
          <Field label="For the country" note="Two letters, such as US" faults={faults('country')}>
            <FieldInput
              value={draft.country ?? ''}
              maxLength={2}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              onValueChange={(country) => change({ country })}
            />
          </Field>
          <Field label="For the device" faults={faults('device')}>
            <FieldSelect
              value={draft.device ?? ''}
              onValueChange={(value) =>
                change({ device: offerDevices.find((one) => one === value) ?? null })
              }
            >
              <option value="">All devices</option>
              {offerDevices.map((one) => (
                <option key={one} value={one}>
                  {deviceWords[one]}
                </option>
              ))}
            </FieldSelect>
          </Field>
        </div>
        <div className="offer-pair">
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
          <FieldInput
            value={draft.reason ?? ''}
            maxLength={200}
            autoComplete="off"
            onValueChange={(reason) => change({ reason })}
          />
        </Field>
        <label className="offer-tick">
          <input
            type="checkbox"
            checked={draft.allow_negative_margin ?? false}
            onChange={({ currentTarget }) =>
              change({ allow_negative_margin: currentTarget.checked })
            }
          />
          The payout may be higher than the revenue
        </label>
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

function Amount({
  label,
  value,
  faults,
  onChange,
}: {
  label: string;
  value: string | null | undefined;
  faults: readonly string[] | undefined;
  onChange: (value: string) => void;
}) {
  return (
    <Field label={label} faults={faults}>
      <FieldInput
        render={
          <DecimalInput
            className="input"
            autoComplete="off"
            value={value ?? ''}
            onDecimal={onChange}
          />
        }
      />
    </Field>
  );
}

type Tier = NonNullable<NewTerms['tiers']>[number];

function Tiers({
  tiers,
  currency,
  faults,
  onChange,
}: {
  tiers: readonly Tier[];
  currency: string;
  faults: readonly string[] | undefined;
  onChange: (tiers: Tier[]) => void;
}) {
  const put = (index: number, changed: Partial<Tier>) =>
    onChange(tiers.map((tier, place) => (place === index ? { ...tier, ...changed } : tier)));
  const next = (tiers.at(-1)?.from_count ?? 50) * 2;
  return (
    <div className="field">
      {tiers.length > 0 ? (
        <ul className="offer-params" aria-label="Tiers">
          {tiers.map((tier, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a tier has no identity but its place
            <li key={index}>
              <input
                className="input"
                inputMode="numeric"
                aria-label={`Tier ${index + 1}: from conversion`}
                value={tier.from_count || ''}
                onChange={({ target }) =>
                  put(index, { from_count: Number(target.value.replaceAll(/\D/g, '')) })
                }
              />
              <DecimalInput
                className="input"
                aria-label={`Tier ${index + 1}: payout (${currency})`}
                value={tier.amount}
                onDecimal={(amount) => put(index, { amount })}
              />
              <button
                type="button"
                className="icon-button"
                aria-label={`Remove tier ${index + 1}`}
                onClick={() => onChange(tiers.filter((_, place) => place !== index))}
              >
                <Trash2 size={16} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <div className="offer-row-acts">
        <Button
          size="small"
          disabled={tiers.length >= mostTiers}
          onClick={() => onChange([...tiers, { from_count: next, amount: '' }])}
        >
          <Plus size={14} aria-hidden="true" />
          Add tier
        </Button>
        {tiers.length === 0 ? (
          <span className="field-note">Another payout from a conversion of the month on.</span>
        ) : null}
      </div>
      {faults && faults.length > 0 ? (
        <p className="field-error" role="alert">
          {faults.join(' ')}
        </p>
      ) : null}
    </div>
  );
}
