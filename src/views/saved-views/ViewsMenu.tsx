import { Popover } from '@base-ui/react/popover';
import { useSelector } from '@xstate/react';
import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import type { ShareActor } from '#machines/app/share.ts';
import type { WorkspaceActor } from '#machines/app/workspace.ts';
import type { SavedViewsActor } from '#machines/saved-views/saved-views.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { FloatingPopup } from '../kit/FloatingPopup.tsx';
import { SavedViews } from './SavedViews.tsx';
import { ShareLinks } from './ShareLinks.tsx';

/** The menu with saved views and links to share. */
export function ViewsMenu({
  views,
  share,
  selection,
  workspace,
}: {
  views: SavedViewsActor;
  share: ShareActor;
  selection: SelectionActor;
  workspace: WorkspaceActor;
}) {
  const [open, setOpen] = useState(false);
  const ready = useSelector(selection, (snapshot) => snapshot.matches('choosing'));
  return (
    <Popover.Root
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) views.send({ type: 'list.refresh' });
        else share.send({ type: 'link.close' });
      }}
    >
      <Popover.Trigger className="icon-button" aria-label="Views" disabled={!ready}>
        <Bookmark size={18} aria-hidden="true" />
      </Popover.Trigger>
      <FloatingPopup label="Saved views and links" look="views" align="start" isShifted>
        <SavedViews actor={views} selection={selection} onShown={() => setOpen(false)} />
        <div className="menu-line" />
        <ShareLinks actor={share} selection={selection} workspace={workspace} />
      </FloatingPopup>
    </Popover.Root>
  );
}
