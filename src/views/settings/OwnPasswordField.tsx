import { FormField } from '../kit/FormField.tsx';

/** The member's password, which proves who makes a change that matters. */
export function OwnPasswordField() {
  return (
    <FormField
      name="password"
      label="Your password"
      type="password"
      autoComplete="current-password"
    />
  );
}
