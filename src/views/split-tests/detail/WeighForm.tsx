import { useState } from 'react';
import { allWeight, leastWeight, type VariantKey } from '#contract/split-tests/definition.ts';
import { DecimalInput } from '../../kit/DecimalInput.tsx';
import { Field } from '../../kit/Field.tsx';
import { FieldInput } from '../../kit/FieldInput.tsx';
import { exactPercent } from '../../kit/format.ts';
import { ChangeForm } from './ChangeForm.tsx';
import type { ChangeFormProps } from './change-form-props.ts';

/** The share of each variant and of the traffic, which begin a phase of their own. */
export function WeighForm({ actor, test, onConfirm, onCancel }: ChangeFormProps) {
  const [shares, setShares] = useState<Partial<Record<VariantKey, string>>>(() =>
    Object.fromEntries(test.variants.map(({ key, weight_bp }) => [key, String(weight_bp / 100)])),
  );
  const [traffic, setTraffic] = useState(String(test.traffic_pct));
  const [reason, setReason] = useState('');
  const weights = Object.fromEntries(
    test.variants.map(({ key }) => [key, Math.round(Number(shares[key]) * 100)]),
  ) as Partial<Record<VariantKey, number>>;
  const missing = missingOf(Object.values(weights), Number(traffic), reason);
  return (
    <ChangeForm
      actor={actor}
      action="Change shares"
      missing={missing}
      onSubmit={() =>
        onConfirm({ kind: 'weigh', weights, traffic: Number(traffic), reason: reason.trim() })
      }
      onCancel={onCancel}
    >
      <p>A new phase begins. Those who have seen a variant keep counting for it.</p>
      <div className="shares">
        {test.variants.map(({ key, name }) => (
          <PercentField
            key={key}
            label={`${key} ${name}, %`}
            value={shares[key] ?? ''}
            onChange={(value) => setShares({ ...shares, [key]: value })}
          />
        ))}
        <PercentField label="Traffic that takes part, %" value={traffic} onChange={setTraffic} />
      </div>
      <label className="field">
        <span className="field-label">Reason</span>
        <input
          className="input"
          value={reason}
          maxLength={200}
          autoComplete="off"
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </label>
    </ChangeForm>
  );
}

function PercentField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <Field label={label}>
      <FieldInput
        autoComplete="off"
        render={<DecimalInput value={value} maxLength={8} onDecimal={onChange} />}
      />
    </Field>
  );
}

function missingOf(
  weights: readonly (number | undefined)[],
  traffic: number,
  reason: string,
): string | null {
  if (weights.some((weight) => !weight || weight < leastWeight)) {
    return `Enter a share of at least ${exactPercent(leastWeight / allWeight)} for each variant.`;
  }
  const sum = weights.reduce((total: number, weight) => total + (weight ?? 0), 0);
  if (sum !== allWeight) {
    return `The shares add up to ${exactPercent(sum / allWeight)}. Make them ${exactPercent(1)}.`;
  }
  if (!Number.isInteger(traffic) || traffic < 1 || traffic > 100) {
    return 'Enter a whole number from 1 to 100 for the traffic that takes part.';
  }
  return reason.trim() === '' ? 'Write why.' : null;
}
