import { useSelector } from '@xstate/react';
import { KeyRound } from 'lucide-react';
import type { SubmissionActor } from '#machines/kit/submission.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { Button } from '../kit/Button.tsx';
import { FormError } from '../kit/FormError.tsx';
import { formErrorOf } from '../kit/form-errors.ts';
import { SchemaForm } from '../kit/SchemaForm.tsx';
import { NewPasswordField } from './NewPasswordField.tsx';
import { Notice } from './Notice.tsx';

/** The page of a mailed link that sets a new password. */
export function ResetPassword({ actor }: { actor: SubmissionActor<string, string> }) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const done = useSelector(actor, (snapshot) => snapshot.hasTag('done'));
  const problem = useSelector(actor, ({ context }) => context.problem);

  if (done) {
    return (
      <Notice icon={KeyRound} title="Your password is changed">
        <p>You are signed out everywhere. Sign in with the new password.</p>
        <AppLink to="/login" className="button">
          Sign in
        </AppLink>
      </Notice>
    );
  }
  return (
    <div className="login" aria-busy={busy}>
      <title>New password · Clickledger</title>
      <h1 className="login-title">Choose a new password</h1>
      <p className="login-lead">
        You will be signed out everywhere. Your API tokens keep working until they are revoked.
      </p>
      <FormError message={formErrorOf(problem, ['password'])} />
      <SchemaForm
        name="Choose a new password"
        schema={readSchema}
        problems={problem?.fields}
        onAnswers={({ password }) => actor.send({ type: 'answers.submit', answers: password })}
      >
        <fieldset className="login-fields" disabled={busy}>
          <NewPasswordField label="New password" autoFocus />
          <Button type="submit" look="primary">
            {busy ? 'Saving' : 'Save the password'}
          </Button>
        </fieldset>
      </SchemaForm>
      <p className="login-ways">
        <AppLink to="/login/forgotten">Ask for another link</AppLink>
      </p>
    </div>
  );
}

const readSchema = async () =>
  (await import('#contract/accounts/registration.ts')).passwordResetSchema.pick({ password: true });
