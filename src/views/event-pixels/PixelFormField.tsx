import type { ReactNode } from 'react';
import { ControlField, type FieldControl } from '../kit/ControlField.tsx';

export type PixelField = { name: string; faults: readonly string[]; onLeave: () => void };
type Control = FieldControl & { name: string; onBlur: () => void };

/** A field of the form of a pixel, whose faults show once it was left. */
export function PixelFormField({
  label,
  hint,
  name,
  faults,
  onLeave,
  children,
}: PixelField & { label: string; hint?: string; children: (control: Control) => ReactNode }) {
  return (
    <ControlField label={label} hint={hint} faults={faults}>
      {(control) => children({ ...control, name, onBlur: onLeave })}
    </ControlField>
  );
}
