import { Field as BaseField } from '@base-ui/react/field';
import type { ReactNode } from 'react';

/** One of many that everybody knows by name; the browser's own list is the fastest way through them. */
export function Select({
  name,
  label,
  defaultValue,
  disabled = false,
  children,
}: {
  name: string;
  label: string;
  defaultValue: string;
  disabled?: boolean;
  children: ReactNode;
}) {
  return (
    <BaseField.Root name={name} className="field">
      <BaseField.Label className="field-label">{label}</BaseField.Label>
      <BaseField.Control
        className="input"
        defaultValue={defaultValue}
        disabled={disabled}
        render={<select>{children}</select>}
      />
      <BaseField.Error className="field-error" />
    </BaseField.Root>
  );
}
