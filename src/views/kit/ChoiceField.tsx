import { Field } from './Field.tsx';
import { FieldSelect } from './FieldSelect.tsx';

/** One of a few well-known values. */
export function ChoiceField<Value extends string>({
  label,
  value,
  values,
  words,
  faults = [],
  onChange,
}: {
  label: string;
  value: Value;
  values: readonly Value[];
  words: Record<Value, string>;
  faults?: readonly string[];
  onChange: (value: Value) => void;
}) {
  return (
    <Field label={label} faults={faults}>
      <FieldSelect
        value={value}
        onValueChange={(chosen) => {
          const found = values.find((one) => one === chosen);
          if (found !== undefined) onChange(found);
        }}
      >
        {values.map((one) => (
          <option key={one} value={one}>
            {words[one]}
          </option>
        ))}
      </FieldSelect>
    </Field>
  );
}
