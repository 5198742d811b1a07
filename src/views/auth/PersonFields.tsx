import type { ReactNode } from 'react';
import type { SignUpDraft } from '#model/sign-up.ts';
import { FormField } from '../kit/FormField.tsx';
import { PhoneField } from '../kit/PhoneField.tsx';

/**
 * What everybody is asked who becomes a person here; what else belongs between name and telephone comes as children.
 */
export function PersonFields({
  typed = {},
  children,
}: {
  typed?: SignUpDraft['account'];
  children?: ReactNode;
}) {
  return (
    <>
      <div className="fields-beside">
        <FormField
          name="first_name"
          label="First name"
          autoComplete="given-name"
          defaultValue={typed.first_name}
          autoFocus
        />
        <FormField
          name="last_name"
          label="Last name"
          autoComplete="family-name"
          defaultValue={typed.last_name}
        />
      </div>
      {children}
      <PhoneField defaultValue={typed.telephone} />
    </>
  );
}
