import { Field as BaseField } from '@base-ui/react/field';
import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react';

/** An address is checked by the contract, in our words, not by the browser in its own. */
const kinds = {
  text: { type: 'text' },
  email: { type: 'text', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
  password: { type: 'password' },
} as const;

/** One question of a form, with its label above and its error below. */
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
  /** A note below it. */
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
