import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react';
import { Field } from './Field.tsx';
import { FieldInput } from './FieldInput.tsx';

/** The contract validates addresses and dates, so the browser's own validation is off. */
const kinds = {
  text: { type: 'text' },
  email: { type: 'text', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
  /** Names that computers read. */
  code: { type: 'text', autoCapitalize: 'none', spellCheck: false },
  password: { type: 'password' },
  date: { type: 'date' },
  moment: { type: 'datetime-local' },
} as const;

/** A field of a `SchemaForm` that is typed into. */
export function FormField({
  name,
  label,
  note,
  type = 'text',
  autoComplete,
  autoFocus = false,
  defaultValue,
  maxLength,
  placeholder,
}: {
  name: string;
  label: string;
  note?: ReactNode;
  type?: keyof typeof kinds;
  autoComplete?: HTMLInputAutoCompleteAttribute;
  autoFocus?: boolean;
  defaultValue?: string | undefined;
  maxLength?: number;
  placeholder?: string;
}) {
  return (
    <Field name={name} label={label} note={note}>
      <FieldInput
        {...kinds[type]}
        autoComplete={autoComplete}
        autoFocus={autoFocus}
        defaultValue={defaultValue}
        maxLength={maxLength}
        placeholder={placeholder}
      />
    </Field>
  );
}
