import { useSelector } from '@xstate/react';
import { type ReactNode, use, useState } from 'react';
import { isAuthScreen, type Layout } from '#machines/app/screens.ts';
import type { SessionActor } from '#machines/app/session.ts';
import { DefaultLayout } from '../kit/layouts/DefaultLayout.tsx';
import { lazyPart } from '../kit/lazy.tsx';
import { PageEntry } from '../kit/page-entry.ts';
import { Splash } from '../kit/Splash.tsx';
import { TableStyles } from '../kit/TableStyles.tsx';
import { Unavailable } from '../kit/Unavailable.tsx';
import { NotFound } from './NotFound.tsx';
import { Shell } from './shell/Shell.tsx';
import { Workspace } from './Workspace.tsx';
import '../../styles/member.css';

const LazyAuth = lazyPart(async () => (await import('../auth/Auth.tsx')).Auth, Unavailable);

/** The app for signed-in members: the page of the address in its layout. */
export function Member({ actor }: { actor: SessionActor }) {
  const navigation = useSelector(actor, ({ children }) => children.navigation);
  const workspace = useSelector(actor, ({ children }) => children.workspace);
  const page = useSelector(navigation, (snapshot) => snapshot?.context.page);

  if (!page || !workspace) return <Splash actor={actor} />;
  if (isAuthScreen(page.screen)) return <LazyAuth actor={actor} />;
  if (page.layout !== 'dashboard') {
    return (
      <Framed by="default">
        <DefaultLayout home="/dashboard">
          <NotFound page={page} />
        </DefaultLayout>
      </Framed>
    );
  }
  return (
    <Framed by="dashboard">
      <TableStyles>
        <Shell actor={actor} workspace={workspace}>
          {page.screen === 'missing' ? <NotFound page={page} /> : <Workspace actor={workspace} />}
        </Shell>
      </TableStyles>
    </Framed>
  );
}

/** A new layout takes the focus that the previous one lost. */
function Framed({ by, children }: { by: Layout; children: ReactNode }) {
  const isEntering = use(PageEntry);
  const [first] = useState(by);
  const [hasChanged, setHasChanged] = useState(false);
  if (by !== first && !hasChanged) setHasChanged(true);
  return <PageEntry value={isEntering || hasChanged}>{children}</PageEntry>;
}
