import { Dialog } from '@base-ui/react/dialog';
import { useSelector } from '@xstate/react';
import { SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { hasFigures, hasTraffic } from '#machines/app/screens.ts';
import type { WorkspaceActor } from '#machines/app/workspace.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { Button } from '../../kit/Button.tsx';
import { ViewsMenu } from '../../saved-views/ViewsMenu.tsx';
import { AffiliatesChoice } from '../../selection/AffiliatesChoice.tsx';
import { ComparisonChoice } from '../../selection/ComparisonChoice.tsx';
import { CountingChoice } from '../../selection/CountingChoice.tsx';
import { FilterButton, FilterButtonToCome } from '../../selection/FilterButton.tsx';
import { ProjectChoice } from '../../selection/ProjectChoice.tsx';
import { RangeChoice } from '../../selection/RangeChoice.tsx';
import { ZoneChoice } from '../../selection/ZoneChoice.tsx';

type Props = { selection: SelectionActor; workspace: WorkspaceActor };

/** What the figures are about. Where there is no room for a part of it, that part waits in a sheet. */
export function TopBar({ selection, workspace, children }: Props & { children?: ReactNode }) {
  const ready = useSelector(selection, (snapshot) => snapshot.matches('choosing'));
  const filters = useSelector(workspace, (snapshot) => snapshot.children.filters);
  const views = useSelector(workspace, (snapshot) => snapshot.children.savedViews);
  const share = useSelector(workspace, (snapshot) => snapshot.children.share);
  const preparing = useSelector(workspace, (snapshot) => snapshot.hasTag('busy'));
  const isOfFigures = useSelector(workspace, ({ context }) => hasFigures(context.screen));
  const isOfTraffic = useSelector(workspace, ({ context }) => hasTraffic(context.screen));
  return (
    <header className="top-bar">
      <fieldset className="top-controls" disabled={!ready}>
        <legend className="only-read">Selection</legend>
        <ProjectChoice actor={selection} />
        {isOfTraffic ? (
          <div className="top-part top-affiliates">
            <AffiliatesChoice actor={selection} />
          </div>
        ) : null}
        {isOfFigures ? (
          <>
            <RangeChoice actor={selection} />
            <div className="top-part top-comparison">
              <ComparisonChoice actor={selection} workspace={workspace} />
            </div>
          </>
        ) : null}
        {isOfTraffic ? (
          <div className="top-part top-zone">
            <ZoneChoice actor={selection} />
          </div>
        ) : null}
        {isOfFigures ? (
          <div className="top-part top-counting">
            <CountingChoice actor={selection} />
          </div>
        ) : null}
      </fieldset>
      {filters ? <FilterButton selection={selection} filters={filters} /> : null}
      {preparing && !filters && isOfFigures ? <FilterButtonToCome /> : null}
      {views && share && isOfFigures ? (
        <ViewsMenu views={views} share={share} selection={selection} workspace={workspace} />
      ) : null}
      {children}
      {isOfTraffic ? (
        <SelectionSheet selection={selection} workspace={workspace} isOfFigures={isOfFigures} />
      ) : null}
    </header>
  );
}

function SelectionSheet({ selection, workspace, isOfFigures }: Props & { isOfFigures: boolean }) {
  return (
    <Dialog.Root>
      <Dialog.Trigger className="icon-button top-sheet" aria-label="More of the selection">
        <SlidersHorizontal size={18} aria-hidden="true" />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="sheet">
          <Dialog.Title className="sheet-title">Selection</Dialog.Title>
          <div className="sheet-controls">
            <AffiliatesChoice actor={selection} />
            {isOfFigures ? <ComparisonChoice actor={selection} workspace={workspace} /> : null}
            <ZoneChoice actor={selection} />
            {isOfFigures ? <CountingChoice actor={selection} /> : null}
          </div>
          <Dialog.Close render={<Button look="primary">Done</Button>} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
