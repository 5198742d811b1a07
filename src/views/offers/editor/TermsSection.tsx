import type { AffiliateRef } from '#contract/accounts/session.ts';
import { type EnteredTerms, enteredOf } from '#model/entered-terms.ts';
import { freshTerms } from '#model/offer-terms.ts';
import { Button } from '../../kit/Button.tsx';
import { PartRows, withChanged, without } from '../common/PartRows.tsx';
import { NegativeMargin, TermsAmounts } from '../terms/TermsAmounts.tsx';
import { TermsKeys } from '../terms/TermsKeys.tsx';
import type { TermsFields } from '../terms/terms-fields.ts';
import type { FormFields } from './form-fields.ts';
import { GoalRows } from './GoalRows.tsx';
import { OfferSectionPanel } from './OfferSectionPanel.tsx';
import { TextField } from './TextField.tsx';

type Props = FormFields & {
  currency: string;
  affiliates: readonly AffiliateRef[];
  maySetTerms: boolean;
};

/** What a conversion brings and pays, and when it is approved. */
export function TermsSection({ currency, affiliates, maySetTerms, ...fields }: Props) {
  const { draft, isNew, change } = fields;
  return (
    <OfferSectionPanel
      section="terms"
      lead={
        isNew
          ? 'Without terms, the terms of each affiliate pay.'
          : 'What it pays is changed on the Terms tab of the offer, with a preview.'
      }
    >
      <GoalRows {...fields} />
      {isNew && maySetTerms ? (
        <PartRows
          name="Terms"
          className="offer-parts"
          rows={draft.terms}
          addLabel={draft.terms.length === 0 ? 'Add terms' : 'Add terms for others'}
          faults={fields.faultsAt('terms')}
          onAdd={() => change({ terms: [...draft.terms, enteredOf(freshTerms)] })}
        >
          {(terms, index) => (
            <fieldset className="offer-editor-part">
              <legend className="field-label">{`Terms ${index + 1}`}</legend>
              <TermsOf
                fields={fieldsOf(fields, terms, index)}
                {...{ currency, affiliates, goals: draft.goals }}
              />
              <div>
                <Button
                  look="quiet"
                  size="small"
                  onClick={() => change({ terms: without(draft.terms, index) })}
                >
                  {`Remove terms ${index + 1}`}
                </Button>
              </div>
            </fieldset>
          )}
        </PartRows>
      ) : null}
      <div className="offer-row">
        <TextField
          fields={fields}
          name="click_window_days"
          label="Days after a click"
          type="number"
          note="1 to 30. Later conversions of the click are not paid."
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

type TermsOfProps = Pick<Props, 'currency' | 'affiliates'> & {
  fields: TermsFields;
  goals: Props['draft']['goals'];
};

const TermsOf = ({ fields, currency, affiliates, goals }: TermsOfProps) => (
  <>
    <TermsAmounts fields={fields} currency={currency} />
    <TermsKeys fields={fields} goals={goals} affiliates={affiliates} />
    <NegativeMargin fields={fields} />
  </>
);

const fieldsOf = (
  { draft, change, faultsAt, leave }: FormFields,
  terms: EnteredTerms,
  index: number,
): TermsFields => ({
  terms,
  change: (changed, step) =>
    change({ terms: withChanged(draft.terms, index, changed) }, step && `terms.${index}.${step}`),
  faultsAt: (name) => faultsAt(`terms.${index}.${name}`),
  leave: (name) => leave(`terms.${index}.${name}`),
});
