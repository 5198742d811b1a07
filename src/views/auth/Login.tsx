import { useSelector } from '@xstate/react';
import type { SessionActor } from '#machines/app/session.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { SignInForm } from './SignInForm.tsx';
import { isSignUpOpen } from './sign-up-open.ts';

/** The sign-in page, and the ways of those who cannot sign in yet. */
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
