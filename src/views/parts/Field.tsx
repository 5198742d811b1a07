import { Field as BaseField } from '@base-ui/react/field';
import type { HTMLInputAutoCompleteAttribute } from 'react';

/** One question of a form, with its label above and its error below. */
export function Field({
  name,
  label,
  type = 'text',
  autoComplete,
  autoFocus = false,
}: {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password';
  autoComplete?: HTMLInputAutoCompleteAttribute;
  autoFocus?: boolean;
}) {
  return (
    <BaseField.Root name={name} className="field">
      <BaseField.Label className="field-label">{label}</BaseField.Label>
      <BaseField.Control
        className="input"
        type={type}
        autoComplete={autoComplete}
        autoFocus={autoFocus}
      />
      <BaseField.Error className="field-error" />
    </BaseField.Root>
  );
}
