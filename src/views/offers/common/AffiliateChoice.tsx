import type { AffiliateRef } from '#contract/accounts/session.ts';
import { Field } from '../../kit/Field.tsx';
import { FieldSelect } from '../../kit/FieldSelect.tsx';

/** The only affiliate that something is for, or all. */
export function AffiliateChoice({
  label = 'Affiliate',
  value,
  affiliates,
  everyone,
  faults,
  onChange,
}: {
  label?: string;
  value: string;
  affiliates: readonly AffiliateRef[];
  everyone: string;
  faults: readonly string[];
  onChange: (id: string) => void;
}) {
  return (
    <Field label={label} faults={faults}>
      <FieldSelect value={value} onValueChange={(id) => onChange(String(id))}>
        <option value="">{everyone}</option>
        {affiliates.map(({ id, name, aff_id }) => (
          <option key={id} value={id}>
            {name} ({aff_id})
          </option>
        ))}
      </FieldSelect>
    </Field>
  );
}
