import { FormField } from '../kit/FormField.tsx';

/** The field of a password that is chosen, with the rule for it. */
export function NewPasswordField({ label = 'Password', autoFocus = false }) {
  return (
    <FormField
      name="password"
      label={label}
      type="password"
      autoComplete="new-password"
      autoFocus={autoFocus}
      note="10 to 256 characters. A long phrase is better than a short, complicated word."
    />
  );
}
