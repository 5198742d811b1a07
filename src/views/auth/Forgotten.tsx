import { useSelector } from '@xstate/react';
import { MailCheck } from 'lucide-react';
import type { SubmissionActor } from '#machines/kit/submission.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { Button } from '../kit/Button.tsx';
import { FormField } from '../kit/FormField.tsx';
import { Refused } from '../kit/Refused.tsx';
import { SchemaForm } from '../kit/SchemaForm.tsx';
import { Notice } from './Notice.tsx';
import { refusalOf } from './refusal.ts';

/** Asks for a mailed link to a new password; nobody learns here whether there is such an account. */
export function Forgotten({ actor }: { actor: SubmissionActor<string, string> }) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const done = useSelector(actor, (snapshot) => snapshot.hasTag('done'));
  const problem = useSelector(actor, ({ context }) => context.problem);

  if (done) {
    return (
      <Notice icon={MailCheck} title="Look into your mail">
        <p>
          If that address has an account, a link to a new password is on its way. It works once.
        </p>
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
      <Refused message={refusalOf(problem, ['email'])} />
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
