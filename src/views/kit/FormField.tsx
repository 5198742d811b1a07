import { Field as BaseField } from '@base-ui/react/field';
import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react';

/** The contract validates addresses, so the browser's own validation is off. */
const kinds = {
  text: { type: 'text' },
  email: { type: 'text', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
  password: { type: 'password' },
} as const;

/** A field with its label and error. */
export function FormField({
  name,
  label,
  type = 'text',
  autoComplete,
  autoFocus = false,
  defaultValue,
  children,
}: {
  name: string;
  label: string;
  type?: keyof typeof kinds;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  autoFocus?: boolean;
  defaultValue?: string | undefined;
  /** A note below the field. */
  children?: ReactNode;
}) {
  return (
    <BaseField.Root name={name} className="field">
      <BaseField.Label className="field-label">{label}</BaseField.Label>
      <BaseField.Control
        className="input"
        {...kinds[type]}
        autoComplete={autoComplete}
        autoFocus={autoFocus}
        defaultValue={defaultValue}
      />
      {children}
      <BaseField.Error className="field-error" />
    </BaseField.Root>
  );
}
