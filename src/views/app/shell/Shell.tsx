import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { hasFigures } from '#machines/app/screens.ts';
import type { SessionActor } from '#machines/app/session.ts';
import type { WorkspaceActor } from '#machines/app/workspace.ts';
import { keepFocus } from '../../kit/keep-focus.ts';
import { MainContent } from '../../kit/MainContent.tsx';
import { SkipLink } from '../../kit/SkipLink.tsx';
import { ActiveFilters } from '../../selection/ActiveFilters.tsx';
import { AsOfNote } from '../../selection/AsOfNote.tsx';
import { FilterBar, FilterBarToCome } from '../../selection/FilterBar.tsx';
import { ZoneNote } from '../../selection/ZoneNote.tsx';
import { Commands } from './Commands.tsx';
import { LazyUpgradeNotice } from './LazyUpgradeNotice.tsx';
import { PrintSummary } from './PrintSummary.tsx';
import { Sidebar } from './Sidebar.tsx';
import { TopBar } from './TopBar.tsx';

/** The frame of every screen with figures: navigation, selection and content. */
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
  const filters = useSelector(workspace, (snapshot) => snapshot.children.filters);
  const search = useSelector(workspace, (snapshot) => snapshot.children.search);
  const preparing = useSelector(
    workspace,
    (snapshot) => snapshot.hasTag('busy') && hasFigures(snapshot.context.screen),
  );
  return (
    <div className="shell" ref={keepFocus}>
      <SkipLink />
      <Sidebar actor={actor} />
      <div className="shell-page">
        {selection ? (
          <TopBar selection={selection} workspace={workspace}>
            {search ? (
              <Commands actor={actor} selection={selection} workspace={workspace} search={search} />
            ) : null}
          </TopBar>
        ) : null}
        <LazyUpgradeNotice workspace={workspace} />
        {selection ? <ZoneNote actor={selection} /> : null}
        {selection ? <AsOfNote actor={selection} workspace={workspace} /> : null}
        {selection && filters ? <ActiveFilters selection={selection} filters={filters} /> : null}
        {selection && filters ? <PrintSummary selection={selection} filters={filters} /> : null}
        <MainContent className="shell-main">{children}</MainContent>
      </div>
      {selection && filters ? <FilterBar selection={selection} filters={filters} /> : null}
      {selection && preparing && !filters ? <FilterBarToCome selection={selection} /> : null}
    </div>
  );
}
