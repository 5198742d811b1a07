import { Field } from '../kit/Field.tsx';
import { FieldSelect } from '../kit/FieldSelect.tsx';

/** A choice that its form keeps itself. */
export function SelectField({
  label,
  value,
  options,
  note,
  problems,
  onChoose,
}: {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  note?: string;
  problems?: string[] | undefined;
  onChoose: (value: string) => void;
}) {
  return (
    <Field label={label} note={note} faults={problems}>
      <FieldSelect value={value} onValueChange={onChoose}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </FieldSelect>
    </Field>
  );
}
