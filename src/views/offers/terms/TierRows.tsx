import { mostTiers } from '#contract/offers/terms.ts';
import { type EnteredTier, nextTier } from '#model/entered-terms.ts';
import { Field } from '../../kit/Field.tsx';
import { FieldInput } from '../../kit/FieldInput.tsx';
import { MoneyField } from '../common/MoneyField.tsx';
import { PartRows, withChanged, without } from '../common/PartRows.tsx';
import { RemoveRow } from '../common/RemoveRow.tsx';
import type { TermsFields } from './terms-fields.ts';

/** Other amounts from a conversion of the month on. */
export function TierRows({
  fields: { terms, change, faultsAt, leave },
  currency,
}: {
  fields: TermsFields;
  currency: string;
}) {
  const { tiers } = terms;
  const put = (index: number, changed: Partial<EnteredTier>, step: string) =>
    change({ tiers: withChanged(tiers, index, changed) }, step);
  return (
    <PartRows
      name="Tiers"
      className="offer-fields"
      rows={tiers}
      most={mostTiers}
      addLabel="Add tier"
      note="Another payout from a conversion of the month on."
      faults={faultsAt('tiers')}
      onAdd={() => change({ tiers: [...tiers, nextTier(tiers)] })}
    >
      {({ from_count, amount }, index) => {
        const at = (name: string) => `tiers.${index}.${name}`;
        return (
          <>
            <Field
              label={`Tier ${index + 1}: from conversion`}
              faults={faultsAt(at('from_count'))}
              onLeave={leave(at('from_count'))}
            >
              <FieldInput
                autoComplete="off"
                inputMode="numeric"
                maxLength={7}
                value={from_count}
                onValueChange={(typed) =>
                  put(index, { from_count: typed.replaceAll(/\D/g, '') }, at('from_count'))
                }
              />
            </Field>
            <MoneyField
              label={`Tier ${index + 1}: payout (${currency})`}
              value={amount}
              faults={faultsAt(at('amount'))}
              onLeave={leave(at('amount'))}
              onChange={(typed) => put(index, { amount: typed }, at('amount'))}
            />
            <RemoveRow
              name={`tier ${index + 1}`}
              onRemove={() => change({ tiers: without(tiers, index) })}
            />
          </>
        );
      }}
    </PartRows>
  );
}
