import { useSelector } from '@xstate/react';
import type { SessionActor } from '#machines/app/session.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { isSignUpOpen } from '../kit/installation.ts';
import { SignInForm } from './SignInForm.tsx';

/** The sign-in page, with links to sign up and to reset the password. */
export function Login({ actor }: { actor: SessionActor }) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  return (
    <div className="login" aria-busy={busy}>
      <title>Sign in · Clickledger</title>
      <h1 className="login-title">Sign in</h1>
      <p className="login-lead">Every conversion, tied to the click that earned it.</p>
      <SignInForm actor={actor} />
      <p className="login-ways">
        <AppLink to="/login/forgotten">Forgot your password?</AppLink>
        {isSignUpOpen() ? <AppLink to="/sign-up">Create an account</AppLink> : null}
      </p>
    </div>
  );
}
