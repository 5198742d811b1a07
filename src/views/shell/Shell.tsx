import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { SessionActor } from '#machines/session.ts';
import type { WorkspaceActor } from '#machines/workspace.ts';
import { Sidebar } from './Sidebar.tsx';
import { TopBar } from './TopBar.tsx';

/** The frame of every screen with figures: where to go, what the figures are about, the figures. */
export function Shell({
  actor,
  workspace,
  children,
}: {
  actor: SessionActor;
  workspace: WorkspaceActor;
  children: ReactNode;
}) {
  const selection = useSelector(workspace, (snapshot) => snapshot.children.selection);
  return (
    <div className="shell">
      <a className="skip" href="#content">
        Skip to the figures
      </a>
      <Sidebar actor={actor} />
      <div className="shell-page">
        {selection ? <TopBar selection={selection} workspace={workspace} /> : null}
        <main className="shell-main" id="content" tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  );
}
