import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import type { Problem } from '#contract/problem.ts';
import type { SessionActor } from '#machines/app/session.ts';
import type { AuthActor } from '#machines/auth/auth.ts';
import { Failed } from '../kit/Failed.tsx';
import { DefaultLayout } from '../kit/layouts/DefaultLayout.tsx';
import { EmptyLayout } from '../kit/layouts/EmptyLayout.tsx';
import { lazyPart } from '../kit/lazy.tsx';
import { Unavailable } from '../kit/Unavailable.tsx';
import { AuthSkeleton } from './AuthSkeleton.tsx';
import { ForgotPassword } from './ForgotPassword.tsx';
import { ResetPassword } from './ResetPassword.tsx';
import { Verification } from './Verification.tsx';
import './sign-up.css';

const SignUp = lazyPart(async () => (await import('./SignUp.tsx')).SignUp, Unavailable);
const Invite = lazyPart(async () => (await import('./Invite.tsx')).Invite, Unavailable);
const Document = lazyPart(async () => (await import('./Document.tsx')).Document, Unavailable);

/** A page outside the workspace, in its layout. */
export function Auth({ actor }: { actor: SessionActor }) {
  const auth = useSelector(actor, ({ children }) => children.auth);
  const navigation = useSelector(actor, ({ children }) => children.navigation);
  const layout = useSelector(navigation, (snapshot) => snapshot?.context.page?.layout);
  if (!auth) return null;
  const page = (
    <Suspense fallback={<AuthSkeleton />}>
      <AuthPage actor={auth} session={actor} />
    </Suspense>
  );
  return layout === 'empty' ? (
    <EmptyLayout>{page}</EmptyLayout>
  ) : (
    <DefaultLayout home="/">{page}</DefaultLayout>
  );
}

const missingCode: Problem = { kind: 'unavailable', message: 'This page could not be loaded.' };

/** The open page without its layout. */
export function AuthPage({ actor, session }: { actor: AuthActor; session: SessionActor }) {
  const codeMissing = useSelector(actor, (snapshot) => snapshot.matches('codeMissing'));
  const { signUp, verification, forgotten, reset, invite, document } = useSelector(
    actor,
    ({ children }) => children,
  );
  if (signUp) return <SignUp actor={signUp} />;
  if (verification) return <Verification actor={verification} />;
  if (forgotten) return <ForgotPassword actor={forgotten} />;
  if (reset) return <ResetPassword actor={reset} />;
  if (invite) return <Invite actor={invite} session={session} />;
  if (document) return <Document actor={document} />;
  if (codeMissing) {
    return (
      <Failed problem={missingCode} name="page" onRetry={() => actor.send({ type: 'retry' })} />
    );
  }
  return <AuthSkeleton />;
}
