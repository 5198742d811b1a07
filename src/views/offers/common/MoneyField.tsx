import { DecimalInput } from '../../kit/DecimalInput.tsx';
import { Field } from '../../kit/Field.tsx';
import { FieldInput } from '../../kit/FieldInput.tsx';

/** An amount or a percentage, typed in the person's form. */
export function MoneyField({
  label,
  value,
  faults,
  onLeave,
  onChange,
}: {
  label: string;
  value: string;
  faults: readonly string[];
  onLeave: () => void;
  onChange: (value: string) => void;
}) {
  return (
    <Field label={label} faults={faults} onLeave={onLeave}>
      <FieldInput
        autoComplete="off"
        render={<DecimalInput value={value} maxLength={20} onDecimal={onChange} />}
      />
    </Field>
  );
}
