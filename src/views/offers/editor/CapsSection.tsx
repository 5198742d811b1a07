import type { AffiliateRef } from '#contract/accounts/session.ts';
import {
  type CapInterval,
  type CapMetric,
  capIntervals,
  capMetrics,
} from '#contract/offers/caps.ts';
import { overCapPolicies } from '#contract/offers/fields.ts';
import { type CapDraft, newCapDraft } from '#model/offer-draft.ts';
import { ChoiceField } from '../../kit/ChoiceField.tsx';
import { AffiliateChoice } from '../common/AffiliateChoice.tsx';
import { MoneyField } from '../common/MoneyField.tsx';
import { PartRows, withChanged, without } from '../common/PartRows.tsx';
import { RemoveRow } from '../common/RemoveRow.tsx';
import { overCapWords } from '../common/words.ts';
import type { FormFields } from './form-fields.ts';
import { OfferSectionPanel } from './OfferSectionPanel.tsx';

const metricNames: Record<CapMetric, string> = {
  conversions: 'Conversions',
  clicks: 'Clicks',
  revenue: 'Revenue',
  payout: 'Payout',
};
const intervalNames: Record<CapInterval, string> = {
  hour: 'In an hour',
  day: 'In a day',
  week: 'In a week',
  month: 'In a month',
  total: 'In total',
};

type Props = FormFields & {
  currency: string;
  affiliates: readonly AffiliateRef[];
  maySetTerms: boolean;
};

/** How much is taken, and where clicks go when a cap is full. */
export function CapsSection({ currency, affiliates, maySetTerms, ...fields }: Props) {
  const { draft, isNew, change } = fields;
  const set = (index: number, changed: Partial<CapDraft>, step?: string) =>
    change({ caps: withChanged(draft.caps, index, changed) }, step && `caps.${index}.${step}`);
  return (
    <OfferSectionPanel
      section="caps"
      lead={
        isNew
          ? 'A click that was sent before a cap was full is always paid.'
          : 'Caps are changed on the Caps tab of the offer.'
      }
    >
      {isNew && maySetTerms ? (
        <PartRows
          name="Caps"
          className="offer-fields"
          rows={draft.caps}
          addLabel="Add cap"
          faults={fields.faultsAt('caps')}
          onAdd={() => change({ caps: [...draft.caps, newCapDraft] })}
        >
          {(cap, index) => (
            <>
              <MoneyField
                label={
                  cap.metric === 'revenue' || cap.metric === 'payout'
                    ? `Limit (${currency})`
                    : 'Limit'
                }
                value={cap.limit}
                faults={fields.faultsAt(`caps.${index}.limit`)}
                onLeave={fields.leave(`caps.${index}.limit`)}
                onChange={(limit) => set(index, { limit }, 'limit')}
              />
              <ChoiceField
                label="Of"
                value={cap.metric}
                values={capMetrics}
                words={metricNames}
                onChange={(metric) => set(index, { metric })}
              />
              <ChoiceField
                label="Period"
                value={cap.interval}
                values={capIntervals}
                words={intervalNames}
                onChange={(interval) => set(index, { interval })}
              />
              <AffiliateChoice
                value={cap.affiliate}
                affiliates={affiliates}
                everyone="All together"
                faults={fields.faultsAt(`caps.${index}.affiliate`)}
                onChange={(affiliate) => set(index, { affiliate })}
              />
              <RemoveRow
                name={`cap ${index + 1}`}
                onRemove={() => change({ caps: without(draft.caps, index) })}
              />
            </>
          )}
        </PartRows>
      ) : null}
      <ChoiceField
        label="When a cap is full"
        value={draft.over_cap_policy}
        values={overCapPolicies}
        words={overCapWords}
        faults={fields.faultsAt('over_cap_policy')}
        onChange={(over_cap_policy) => change({ over_cap_policy })}
      />
    </OfferSectionPanel>
  );
}
