import { useSelector } from '@xstate/react';
import { isAuthScreen } from '#machines/app/screens.ts';
import type { SessionActor } from '#machines/app/session.ts';
import { Login } from '../auth/Login.tsx';
import { DefaultLayout } from '../kit/layouts/DefaultLayout.tsx';
import { EmptyLayout } from '../kit/layouts/EmptyLayout.tsx';
import { lazyPart } from '../kit/lazy.tsx';
import { Unavailable } from '../kit/Unavailable.tsx';
import { NotFound } from './NotFound.tsx';

const LazyAuth = lazyPart(async () => (await import('../auth/Auth.tsx')).Auth, Unavailable);

/** The app for guests. */
export function Guest({ actor }: { actor: SessionActor }) {
  const navigation = useSelector(actor, ({ children }) => children.navigation);
  const page = useSelector(navigation, (snapshot) => snapshot?.context.page);

  if (!page) return null;
  if (page.screen === 'login') {
    return (
      <EmptyLayout>
        <Login actor={actor} />
      </EmptyLayout>
    );
  }
  if (isAuthScreen(page.screen)) return <LazyAuth actor={actor} />;
  return (
    <DefaultLayout home="/login">
      <NotFound page={page} />
    </DefaultLayout>
  );
}
