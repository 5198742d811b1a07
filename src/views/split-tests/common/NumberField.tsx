import type { ReactNode } from 'react';
import { DecimalInput } from '../../kit/DecimalInput.tsx';
import { Field } from '../../kit/Field.tsx';
import { FieldInput } from '../../kit/FieldInput.tsx';

/** A number with its unit, typed in the person's form. */
export function NumberField({
  label,
  unit,
  note,
  value,
  faults,
  onChange,
}: {
  label: string;
  /** What the number counts; it stands beside the input and belongs to the label for screen readers. */
  unit: string;
  note?: ReactNode;
  value: string;
  faults: readonly string[];
  onChange: (value: string) => void;
}) {
  return (
    <Field
      label={
        <>
          {label} <span className="field-unit">({unit})</span>
        </>
      }
      note={note}
      faults={faults}
      className="field number-field"
    >
      <FieldInput
        autoComplete="off"
        render={<DecimalInput value={value} maxLength={12} onDecimal={onChange} />}
      />
    </Field>
  );
}
