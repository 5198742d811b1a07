import type { ReactNode } from 'react';
import {
  type PayoutType,
  payoutTypes,
  type RevenueType,
  revenueTypes,
} from '#contract/offers/terms.ts';
import { needsAmount, needsShare, takesTiers } from '#model/entered-terms.ts';
import { ChoiceField } from '../../kit/ChoiceField.tsx';
import { MoneyField } from '../common/MoneyField.tsx';
import { TierRows } from './TierRows.tsx';
import type { TermsFields } from './terms-fields.ts';

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

/** What the affiliate gets and the advertiser pays. */
export function TermsAmounts({
  fields,
  currency,
  children,
}: {
  fields: TermsFields;
  currency: string;
  /** What was paid until now. */
  children?: ReactNode;
}) {
  const { terms, change, faultsAt, leave } = fields;
  const amount = (
    label: string,
    name: 'payout_amount' | 'payout_pct' | 'revenue_amount' | 'revenue_pct',
  ) => (
    <MoneyField
      label={label}
      value={terms[name]}
      faults={faultsAt(name)}
      onLeave={leave(name)}
      onChange={(typed) => change({ [name]: typed }, name)}
    />
  );
  return (
    <>
      <div className="offer-row">
        <ChoiceField
          label="The affiliate gets"
          value={terms.payout_type}
          values={payoutTypes}
          words={payoutTypeWords}
          faults={faultsAt('payout_type')}
          onChange={(payout_type) => change({ payout_type })}
        />
        {needsAmount(terms.payout_type) ? amount(`Payout (${currency})`, 'payout_amount') : null}
        {needsShare(terms.payout_type) ? amount('Payout (% of the value)', 'payout_pct') : null}
      </div>
      {children}
      {takesTiers(terms.payout_type) ? <TierRows fields={fields} currency={currency} /> : null}
      <div className="offer-row">
        <ChoiceField
          label="The advertiser pays"
          value={terms.revenue_type}
          values={revenueTypes}
          words={revenueTypeWords}
          faults={faultsAt('revenue_type')}
          onChange={(revenue_type) => change({ revenue_type })}
        />
        {needsAmount(terms.revenue_type) ? amount(`Revenue (${currency})`, 'revenue_amount') : null}
        {needsShare(terms.revenue_type) ? amount('Revenue (% of the value)', 'revenue_pct') : null}
      </div>
    </>
  );
}

export function NegativeMargin({ fields: { terms, change } }: { fields: TermsFields }) {
  return (
    <label className="offer-many-value">
      <input
        type="checkbox"
        checked={terms.allow_negative_margin}
        onChange={({ target }) => change({ allow_negative_margin: target.checked })}
      />
      The payout may be above the revenue
    </label>
  );
}
