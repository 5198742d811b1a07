import { Dialog } from '@base-ui/react/dialog';
import { useSelector } from '@xstate/react';
import { SlidersHorizontal } from 'lucide-react';
import type { SelectionActor } from '#machines/selection.ts';
import type { WorkspaceActor } from '#machines/workspace.ts';
import { Button } from '../parts/Button.tsx';
import { AffiliatesChoice } from './AffiliatesChoice.tsx';
import { ComparisonChoice } from './ComparisonChoice.tsx';
import { ProjectChoice } from './ProjectChoice.tsx';
import { RangeChoice } from './RangeChoice.tsx';
import { ZoneChoice } from './ZoneChoice.tsx';

type Props = { selection: SelectionActor; workspace: WorkspaceActor };

/** What the figures are about. On a phone the range stays in sight and the rest waits in a sheet. */
export function TopBar({ selection, workspace }: Props) {
  const ready = useSelector(selection, (snapshot) => snapshot.matches('choosing'));
  return (
    <header className="top-bar">
      <fieldset className="top-controls" disabled={!ready}>
        <legend className="only-read">Selection</legend>
        <ProjectChoice actor={selection} />
        <div className="top-medium">
          <AffiliatesChoice actor={selection} />
        </div>
        <RangeChoice actor={selection} />
        <div className="top-wide">
          <ZoneChoice actor={selection} />
          <ComparisonChoice actor={selection} workspace={workspace} />
        </div>
      </fieldset>
      <SelectionSheet selection={selection} workspace={workspace} />
    </header>
  );
}

function SelectionSheet({ selection, workspace }: Props) {
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
            <ComparisonChoice actor={selection} workspace={workspace} />
            <ZoneChoice actor={selection} />
          </div>
          <Dialog.Close render={<Button look="primary">Done</Button>} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
