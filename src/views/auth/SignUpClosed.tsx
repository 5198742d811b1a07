import { AppLink } from '../kit/AppLink.tsx';

/** What a stranger does where the sign-up is closed, and what its operator does. */
export function SignUpClosed() {
  return (
    <>
      <h1 className="login-title">Sign-up is closed here</h1>
      <p>New people come by invite: ask an owner of your company for one.</p>
      <p className="sign-up-small">
        If you run this installation, create an account with{' '}
        <code>npm run user -- name@example.com</code>, or start it with <code>SIGN_UP=1</code> so
        that everybody can sign up.
      </p>
      <p className="login-ways">
        <AppLink to="/login">I have an account</AppLink>
      </p>
    </>
  );
}
