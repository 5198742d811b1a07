import { useSelector } from '@xstate/react';
import { isEntrance } from '#machines/screens.ts';
import type { SessionActor } from '#machines/session.ts';
import { DefaultLayout } from './layouts/DefaultLayout.tsx';
import { EmptyLayout } from './layouts/EmptyLayout.tsx';
import { Login } from './login/Login.tsx';
import { Missing } from './missing/Missing.tsx';
import { Absent } from './parts/Absent.tsx';
import { soon } from './parts/soon.tsx';

const Entrance = soon(async () => (await import('./entrance/Entrance.tsx')).Entrance, Absent);

/** What somebody sees who has not signed in. */
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
  if (isEntrance(page.screen)) return <Entrance actor={actor} />;
  return (
    <DefaultLayout home="/login">
      <Missing page={page} />
    </DefaultLayout>
  );
}
