import { useSelector } from '@xstate/react';
import { MailCheck } from 'lucide-react';
import type { SubmissionActor } from '#machines/kit/submission.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { Button } from '../kit/Button.tsx';
import { FormError } from '../kit/FormError.tsx';
import { FormField } from '../kit/FormField.tsx';
import { formErrorOf } from '../kit/form-errors.ts';
import { SchemaForm } from '../kit/SchemaForm.tsx';
import { Notice } from './Notice.tsx';

/** Requests a mail with a link to set a new password; the page does not reveal whether the account exists. */
export function ForgotPassword({ actor }: { actor: SubmissionActor<string, string> }) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const done = useSelector(actor, (snapshot) => snapshot.hasTag('done'));
  const problem = useSelector(actor, ({ context }) => context.problem);

  if (done) {
    return (
      <Notice icon={MailCheck} title="Check your email">
        <p>If that address has an account, we sent a link to set a new password. It works once.</p>
        <AppLink to="/login" className="button">
          Back to the sign-in
        </AppLink>
      </Notice>
    );
  }
  return (
    <div className="login" aria-busy={busy}>
      <title>Forgotten password · Clickledger</title>
      <h1 className="login-title">Forgot your password?</h1>
      <p className="login-lead">Enter your address and follow the link that is mailed to you.</p>
      <FormError message={formErrorOf(problem, ['email'])} />
      <SchemaForm
        name="Forgotten password"
        schema={readSchema}
        problems={problem?.fields}
        onAnswers={({ email }) => actor.send({ type: 'answers.submit', answers: email })}
      >
        <fieldset className="login-fields" disabled={busy}>
          <FormField name="email" label="Email" type="email" autoComplete="username" autoFocus />
          <Button type="submit" look="primary">
            {busy ? 'Sending' : 'Send the link'}
          </Button>
        </fieldset>
      </SchemaForm>
      <p className="login-ways">
        <AppLink to="/login">Back to the sign-in</AppLink>
      </p>
    </div>
  );
}

const readSchema = async () =>
  (await import('#contract/accounts/registration.ts')).forgottenPasswordSchema;
