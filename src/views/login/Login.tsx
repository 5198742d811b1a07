import { useSelector } from '@xstate/react';
import { CircleAlert } from 'lucide-react';
import { sentenceFor } from '#contract/problem.ts';
import type { SessionActor } from '#machines/session.ts';
import { AnswerForm } from '../parts/AnswerForm.tsx';
import { Button } from '../parts/Button.tsx';
import { Field } from '../parts/Field.tsx';

/** The sign-in page: why the last try failed, if it did, and the two questions. */
export function Login({ actor }: { actor: SessionActor }) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const expired = useSelector(actor, (snapshot) => snapshot.matches({ signedOut: 'expired' }));
  const problem = useSelector(actor, ({ context }) => context.problem);
  const message = expired ? sentenceFor('unauthorized') : problem?.message;

  return (
    <div className="login" aria-busy={busy}>
      <title>Sign in · Clickledger</title>
      <h1 className="login-title">Sign in</h1>
      <p className="login-lead">Every conversion, tied to the click that earned it.</p>
      {message ? (
        <p className="problem" role="alert">
          <CircleAlert size={16} aria-hidden="true" />
          {message}
        </p>
      ) : null}
      <AnswerForm
        name="Sign in"
        schema={readCredentials}
        problems={problem?.fields}
        onAnswers={(credentials) => actor.send({ type: 'credentials.submit', credentials })}
      >
        <fieldset className="login-fields" disabled={busy}>
          <Field name="email" label="Email" type="email" autoComplete="username" autoFocus />
          <Field name="password" label="Password" type="password" autoComplete="current-password" />
          <Button type="submit" look="primary">
            {busy ? 'Signing in' : 'Sign in'}
          </Button>
        </fieldset>
      </AnswerForm>
    </div>
  );
}

const readCredentials = async () => (await import('#contract/session.ts')).credentialsSchema;
