import { useSelector } from '@xstate/react';
import { isEntrance } from '#machines/routes.ts';
import type { SessionActor } from '#machines/session.ts';
import { DefaultLayout } from './layouts/DefaultLayout.tsx';
import { Missing } from './missing/Missing.tsx';
import { Absent } from './parts/Absent.tsx';
import { Splash } from './parts/Splash.tsx';
import { soon } from './parts/soon.tsx';
import { TableStyles } from './parts/TableStyles.tsx';
import { Shell } from './shell/Shell.tsx';
import { Workspace } from './Workspace.tsx';

const Entrance = soon(async () => (await import('./entrance/Entrance.tsx')).Entrance, Absent);

/** What somebody sees who is signed in: the page of the address in its layout. */
export function Member({ actor }: { actor: SessionActor }) {
  const navigation = useSelector(actor, ({ children }) => children.navigation);
  const workspace = useSelector(actor, ({ children }) => children.workspace);
  const page = useSelector(navigation, (snapshot) => snapshot?.context.page);

  if (!page || !workspace) return <Splash actor={actor} />;
  if (isEntrance(page.screen)) return <Entrance actor={actor} />;
  if (page.layout !== 'dashboard') {
    return (
      <DefaultLayout home="/dashboard">
        {page.screen === 'settings' ? <Workspace actor={workspace} /> : <Missing page={page} />}
      </DefaultLayout>
    );
  }
  return (
    <TableStyles>
      <Shell actor={actor} workspace={workspace}>
        {page.screen === 'missing' ? <Missing page={page} /> : <Workspace actor={workspace} />}
      </Shell>
    </TableStyles>
  );
}
