import { useSelector } from '@xstate/react';
import { defaultMessage } from '#contract/problem.ts';
import type { SessionActor } from '#machines/app/session.ts';
import { Button } from '../kit/Button.tsx';
import { FormField } from '../kit/FormField.tsx';
import { Refused } from '../kit/Refused.tsx';
import { SchemaForm } from '../kit/SchemaForm.tsx';

/** Why the last try failed, if it did, and the two questions. */
export function SignInForm({ actor, email }: { actor: SessionActor; email?: string }) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const expired = useSelector(actor, (snapshot) => snapshot.matches({ signedOut: 'expired' }));
  const problem = useSelector(actor, ({ context }) => context.problem);

  return (
    <>
      <Refused message={expired ? defaultMessage('unauthorized') : problem?.message} />
      <SchemaForm
        name="Sign in"
        schema={readCredentials}
        problems={problem?.fields}
        onAnswers={(credentials) => actor.send({ type: 'credentials.submit', credentials })}
      >
        <fieldset className="login-fields" disabled={busy}>
          <FormField
            name="email"
            label="Email"
            type="email"
            autoComplete="username"
            defaultValue={email}
            autoFocus={email === undefined}
          />
          <FormField
            name="password"
            label="Password"
            type="password"
            autoComplete="current-password"
            autoFocus={email !== undefined}
          />
          <Button type="submit" look="primary">
            {busy ? 'Signing in' : 'Sign in'}
          </Button>
        </fieldset>
      </SchemaForm>
    </>
  );
}

const readCredentials = async () =>
  (await import('#contract/accounts/session.ts')).credentialsSchema;
