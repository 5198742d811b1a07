import { useSelector } from '@xstate/react';
import type { Session } from '#contract/accounts/session.ts';
import type { SubmissionActor } from '#machines/kit/submission.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { Button } from '../kit/Button.tsx';
import { FormError } from '../kit/FormError.tsx';
import { FormField } from '../kit/FormField.tsx';
import { formErrorOf } from '../kit/form-errors.ts';
import { SchemaForm } from '../kit/SchemaForm.tsx';

type Actor = SubmissionActor<{ password: string | null }, Session>;

/**
 * The page of a mailed link that confirms an address. It needs a click, because mail scanners open links and would use
 * it up. For a sign-up it asks for the password, because the mail alone does not prove who signed up.
 */
export function Verification({ actor }: { actor: Actor }) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy') || snapshot.hasTag('done'));
  const { answers, problem } = useSelector(actor, ({ context }) => context);
  const isSignUp = typeof answers?.password === 'string' || problem?.fields?.password !== undefined;
  return (
    <div className="login" aria-busy={busy}>
      <title>Confirm your address · Clickledger</title>
      <h1 className="login-title">Confirm your address</h1>
      <p className="login-lead">
        {isSignUp
          ? 'Your password confirms that this sign-up is yours.'
          : 'Press the button to confirm that the email reached you.'}
      </p>
      <FormError message={formErrorOf(problem, ['password'])} />
      {isSignUp ? (
        <SchemaForm
          name="Confirm your address"
          schema={readSchema}
          problems={problem?.fields}
          onAnswers={(answers) => actor.send({ type: 'answers.submit', answers })}
        >
          <fieldset className="login-fields" disabled={busy}>
            <FormField
              name="password"
              label="Password"
              type="password"
              autoComplete="current-password"
              autoFocus
            />
            <Button type="submit" look="primary">
              {words(busy)}
            </Button>
          </fieldset>
        </SchemaForm>
      ) : (
        <Button
          look="primary"
          disabled={busy}
          focusableWhenDisabled
          autoFocus
          onClick={() => actor.send({ type: 'answers.submit', answers: { password: null } })}
        >
          {words(busy)}
        </Button>
      )}
      <p className="login-ways">
        <AppLink to="/sign-up">Start over</AppLink>
        <AppLink to="/login">Sign in</AppLink>
      </p>
    </div>
  );
}

const words = (busy: boolean): string => (busy ? 'Confirming' : 'Confirm and go on');

const readSchema = async () =>
  (await import('#contract/accounts/registration.ts')).verificationFormSchema;
