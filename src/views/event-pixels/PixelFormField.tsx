import type { ReactNode } from 'react';
import { Field } from '../kit/Field.tsx';

export type PixelField = { name: string; faults: readonly string[]; onLeave: () => void };

/** A field of the form of a pixel, whose faults show once its control was left. */
export function PixelFormField({
  label,
  note,
  name,
  faults,
  onLeave,
  children,
}: PixelField & {
  label: string;
  note?: string;
  children: (control: { onBlur: () => void }) => ReactNode;
}) {
  return (
    <Field name={name} label={label} note={note} faults={faults}>
      {children({ onBlur: onLeave })}
    </Field>
  );
}
