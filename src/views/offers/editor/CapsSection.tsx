import { Plus, Trash2 } from 'lucide-react';
import type { AffiliateRef } from '#contract/accounts/session.ts';
import {
  type CapInterval,
  type CapMetric,
  capIntervals,
  capMetrics,
} from '#contract/offers/caps.ts';
import { overCapPolicies } from '#contract/offers/fields.ts';
import { type CapDraft, newCapDraft } from '#model/offer-draft.ts';
import { Button } from '../../kit/Button.tsx';
import { overCapWords } from '../common/words.ts';
import { AffiliateChoice } from './AffiliateChoice.tsx';
import { Choice } from './Choice.tsx';
import type { FormFields } from './form-fields.ts';
import { MoneyField } from './MoneyField.tsx';
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
    change(
      { caps: draft.caps.map((cap, at) => (at === index ? { ...cap, ...changed } : cap)) },
      step && `caps.${index}.${step}`,
    );
  return (
    <OfferSectionPanel
      section="caps"
      lead={
        isNew
          ? 'A click that was sent before a cap was full is always paid.'
          : 'Caps are changed on the Caps tab of the offer.'
      }
    >
      {isNew && maySetTerms
        ? draft.caps.map((cap, index) => (
            <fieldset
              className="offer-part"
              // biome-ignore lint/suspicious/noArrayIndexKey: caps have no other identity before they are stored
              key={index}
            >
              <legend className="field-label">{`Cap ${index + 1}`}</legend>
              <div className="offer-row">
                <MoneyField
                  label={
                    cap.metric === 'revenue' || cap.metric === 'payout'
                      ? `Limit, ${currency}`
                      : 'Limit'
                  }
                  value={cap.limit}
                  faults={fields.faultsAt(`caps.${index}.limit`)}
                  onLeave={fields.leave(`caps.${index}.limit`)}
                  onChange={(limit) => set(index, { limit }, 'limit')}
                />
                <Choice
                  label="Of"
                  value={cap.metric}
                  values={capMetrics}
                  words={metricNames}
                  onChange={(metric) => set(index, { metric })}
                />
                <Choice
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
              </div>
              <div>
                <Button
                  look="quiet"
                  size="small"
                  onClick={() => change({ caps: draft.caps.filter((_, at) => at !== index) })}
                >
                  <Trash2 size={14} aria-hidden="true" />
                  {`Remove cap ${index + 1}`}
                </Button>
              </div>
            </fieldset>
          ))
        : null}
      {isNew && maySetTerms ? (
        <div>
          <Button onClick={() => change({ caps: [...draft.caps, newCapDraft] })}>
            <Plus size={16} aria-hidden="true" />
            Add cap
          </Button>
        </div>
      ) : null}
      <Choice
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
