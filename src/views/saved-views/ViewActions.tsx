import { Menu } from '@base-ui/react/menu';
import { ArrowDown, ArrowUp, Ellipsis, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { type ReactNode, useRef } from 'react';

type Actions = 'update' | 'rename' | 'up' | 'down' | 'remove';

/** The menu of a saved view. An unavailable action is null. */
export function ViewActions({
  name,
  actions,
  focusAfter,
}: {
  name: string;
  actions: Record<Actions, (() => void) | null>;
  /** The element that gets the focus after an action that removes the menu. */
  focusAfter: (action: Actions) => HTMLElement | null;
}) {
  const done = useRef<Actions | null>(null);
  const item = (action: Actions, icon: ReactNode, words: string) => (
    <Menu.Item
      className="menu-item"
      disabled={actions[action] === null}
      onClick={() => {
        done.current = action;
        actions[action]?.();
      }}
    >
      <span className="menu-mark">{icon}</span>
      {words}
    </Menu.Item>
  );
  return (
    <Menu.Root
      onOpenChange={(open) => {
        if (open) done.current = null;
      }}
    >
      <Menu.Trigger className="icon-button" aria-label={`Menu of ${name}`}>
        <Ellipsis size={16} aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="positioner" sideOffset={4} align="end">
          <Menu.Popup
            className="floating menu"
            finalFocus={() => (done.current && focusAfter(done.current)) ?? true}
          >
            {item('update', <RefreshCw size={14} aria-hidden="true" />, 'Update to this screen')}
            {item('rename', <Pencil size={14} aria-hidden="true" />, 'Rename')}
            {item('up', <ArrowUp size={14} aria-hidden="true" />, 'Move up')}
            {item('down', <ArrowDown size={14} aria-hidden="true" />, 'Move down')}
            <div className="menu-line" />
            {item('remove', <Trash2 size={14} aria-hidden="true" />, 'Remove')}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
