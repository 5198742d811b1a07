import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { SignUpActor } from '#machines/auth/sign-up.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { Button } from '../kit/Button.tsx';
import { FormError } from '../kit/FormError.tsx';
import { FormField } from '../kit/FormField.tsx';
import { fieldErrorsOf, formErrorOf } from '../kit/form-errors.ts';
import { SchemaForm } from '../kit/SchemaForm.tsx';
import { NewPasswordField } from './NewPasswordField.tsx';
import { PersonFields } from './PersonFields.tsx';

const fieldNames = ['first_name', 'last_name', 'email', 'telephone', 'password'];

/** The account form. The browser stores everything typed except the password. */
export function AccountStep({ actor }: { actor: SignUpActor }) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const problem = useSelector(actor, ({ context }) => context.problem);
  const [typed] = useState(() => actor.getSnapshot().context.draft.account);

  return (
    <>
      <h1 className="login-title">Create your account</h1>
      <FormError message={formErrorOf(problem, fieldNames)} />
      <SchemaForm
        name="Your account"
        schema={readSchema}
        problems={fieldErrorsOf(problem)}
        onAnswers={(account) => actor.send({ type: 'account.submit', account })}
        onWrite={({ email, first_name, last_name, telephone }) =>
          actor.send({
            type: 'draft.change',
            draft: { account: { email, first_name, last_name, telephone } },
          })
        }
      >
        <fieldset className="login-fields" disabled={busy}>
          <PersonFields typed={typed}>
            <FormField
              name="email"
              label="Email"
              type="email"
              autoComplete="username"
              defaultValue={typed.email}
            />
          </PersonFields>
          <NewPasswordField />
          <Button type="submit" look="primary">
            {busy ? 'Creating your account' : 'Create account'}
          </Button>
        </fieldset>
      </SchemaForm>
      <p className="sign-up-small">
        By creating an account you agree to the <AppLink to="/terms">terms</AppLink> and the{' '}
        <AppLink to="/policy">privacy policy</AppLink>.
      </p>
      <p className="login-ways">
        <AppLink to="/login">I have an account</AppLink>
      </p>
    </>
  );
}

const readSchema = async () => (await import('#model/sign-up.ts')).accountFormSchema;
