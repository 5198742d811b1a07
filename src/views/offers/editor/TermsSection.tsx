import { Plus, Trash2 } from 'lucide-react';
import type { AffiliateRef } from '#contract/accounts/session.ts';
import { offerDevices } from '#contract/offers/fields.ts';
import {
  type PayoutType,
  payoutTypes,
  type RevenueType,
  revenueTypes,
} from '#contract/offers/terms.ts';
import { needsAmount, needsShare, newTermsDraft, type TermsDraft } from '#model/offer-draft.ts';
import { Button } from '../../kit/Button.tsx';
import { Field } from '../../kit/Field.tsx';
import { FieldInput } from '../../kit/FieldInput.tsx';
import { deviceWords } from '../common/words.ts';
import { AffiliateChoice } from './AffiliateChoice.tsx';
import { Choice } from './Choice.tsx';
import type { FormFields } from './form-fields.ts';
import { MoneyField } from './MoneyField.tsx';
import { OfferSectionPanel } from './OfferSectionPanel.tsx';
import { TextField } from './TextField.tsx';

const payoutTypeWords: Record<PayoutType, string> = {
  none: 'As agreed with each affiliate',
  cpa: 'An amount per conversion',
  cps: 'A share of the value',
  cpa_cps: 'An amount and a share',
  cpc: 'An amount per click',
};
const revenueTypeWords: Record<RevenueType, string> = {
  none: 'The value that is reported',
  rpa: 'An amount per conversion',
  rps: 'A share of the value',
  rpa_rps: 'An amount and a share',
};
const anyDevice = ['', ...offerDevices] as const;
const anyDeviceWords = { '': 'All devices', ...deviceWords };

type Props = FormFields & {
  currency: string;
  affiliates: readonly AffiliateRef[];
  maySetTerms: boolean;
};

/** What a conversion brings and pays, and when it is approved. */
export function TermsSection({ currency, affiliates, maySetTerms, ...fields }: Props) {
  const { draft, isNew, change } = fields;
  const set = (index: number, changed: Partial<TermsDraft>, step?: string) =>
    change(
      {
        terms: draft.terms.map((terms, at) => (at === index ? { ...terms, ...changed } : terms)),
      },
      step && `terms.${index}.${step}`,
    );
  return (
    <OfferSectionPanel
      section="terms"
      lead={
        isNew
          ? 'Without terms, the terms of each affiliate pay.'
          : 'What it pays is changed on the Terms tab of the offer, with a preview.'
      }
    >
      {isNew && maySetTerms
        ? draft.terms.map((terms, index) => (
            <TermsFields
              // biome-ignore lint/suspicious/noArrayIndexKey: terms have no other identity before they are stored
              key={index}
              index={index}
              terms={terms}
              currency={currency}
              affiliates={affiliates}
              fields={fields}
              onChange={(changed, step) => set(index, changed, step)}
              onRemove={() => change({ terms: draft.terms.filter((_, at) => at !== index) })}
            />
          ))
        : null}
      {isNew && maySetTerms ? (
        <div>
          <Button onClick={() => change({ terms: [...draft.terms, newTermsDraft] })}>
            <Plus size={16} aria-hidden="true" />
            {draft.terms.length === 0 ? 'Add terms' : 'Add terms for others'}
          </Button>
        </div>
      ) : null}
      <div className="offer-row">
        <TextField
          fields={fields}
          name="click_window_days"
          label="Days after a click"
          type="number"
          note="Later conversions of the click are not paid."
        />
        <TextField
          fields={fields}
          name="hold_days"
          label="Days on hold"
          type="number"
          note="New conversions wait for so long."
        />
      </div>
      <label className="offer-many-value">
        <input
          type="checkbox"
          checked={draft.auto_approve}
          onChange={({ target }) => change({ auto_approve: target.checked })}
        />
        Approve conversions when their hold ends
      </label>
      <label className="offer-many-value">
        <input
          type="checkbox"
          checked={draft.allow_multiple_conversions}
          onChange={({ target }) => change({ allow_multiple_conversions: target.checked })}
        />
        Pay further conversions of the same click
      </label>
    </OfferSectionPanel>
  );
}

function TermsFields({
  index,
  terms,
  currency,
  affiliates,
  fields: { faultsAt, leave },
  onChange,
  onRemove,
}: {
  index: number;
  terms: TermsDraft;
  currency: string;
  affiliates: readonly AffiliateRef[];
  fields: FormFields;
  onChange: (changed: Partial<TermsDraft>, step?: string) => void;
  onRemove: () => void;
}) {
  const at = (name: string) => `terms.${index}.${name}`;
  const amount = (name: 'payout_amount' | 'payout_pct' | 'revenue_amount' | 'revenue_pct') => ({
    value: terms[name],
    faults: faultsAt(at(name)),
    onLeave: leave(at(name)),
    onChange: (typed: string) => onChange({ [name]: typed }, name),
  });
  return (
    <fieldset className="offer-part">
      <legend className="field-label">{`Terms ${index + 1}`}</legend>
      <div className="offer-row">
        <AffiliateChoice
          value={terms.affiliate}
          affiliates={affiliates}
          everyone="Everyone"
          faults={faultsAt(at('affiliate'))}
          onChange={(affiliate) => onChange({ affiliate })}
        />
        <Field label="Country code" faults={faultsAt(at('country'))} onLeave={leave(at('country'))}>
          <FieldInput
            autoComplete="off"
            maxLength={2}
            placeholder="All"
            value={terms.country}
            onValueChange={(country) => onChange({ country }, 'country')}
          />
        </Field>
        <Choice
          label="Device"
          value={terms.device}
          values={anyDevice}
          words={anyDeviceWords}
          onChange={(device) => onChange({ device })}
        />
      </div>
      <div className="offer-row">
        <Choice
          label="The affiliate gets"
          value={terms.payout_type}
          values={payoutTypes}
          words={payoutTypeWords}
          faults={faultsAt(at('payout_type'))}
          onChange={(payout_type) => onChange({ payout_type })}
        />
        {needsAmount(terms.payout_type) ? (
          <MoneyField label={`Payout, ${currency}`} {...amount('payout_amount')} />
        ) : null}
        {needsShare(terms.payout_type) ? (
          <MoneyField label="Payout, %" {...amount('payout_pct')} />
        ) : null}
      </div>
      <div className="offer-row">
        <Choice
          label="The advertiser pays"
          value={terms.revenue_type}
          values={revenueTypes}
          words={revenueTypeWords}
          onChange={(revenue_type) => onChange({ revenue_type })}
        />
        {needsAmount(terms.revenue_type) ? (
          <MoneyField label={`Revenue, ${currency}`} {...amount('revenue_amount')} />
        ) : null}
        {needsShare(terms.revenue_type) ? (
          <MoneyField label="Revenue, %" {...amount('revenue_pct')} />
        ) : null}
      </div>
      <label className="offer-many-value">
        <input
          type="checkbox"
          checked={terms.allow_negative_margin}
          onChange={({ target }) => onChange({ allow_negative_margin: target.checked })}
        />
        The payout may be above the revenue
      </label>
      <div>
        <Button look="quiet" size="small" onClick={onRemove}>
          <Trash2 size={14} aria-hidden="true" />
          {`Remove terms ${index + 1}`}
        </Button>
      </div>
    </fieldset>
  );
}
