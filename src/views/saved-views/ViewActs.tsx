import { Menu } from '@base-ui/react/menu';
import { ArrowDown, ArrowUp, Ellipsis, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { type ReactNode, useRef } from 'react';

type Acts = 'update' | 'rename' | 'up' | 'down' | 'remove';

/** What can be done with one saved view. An act that has no sense here is null. */
export function ViewActs({
  name,
  acts,
  focusAfter,
}: {
  name: string;
  acts: Record<Acts, (() => void) | null>;
  /** What takes the keyboard when the act takes its own place away. */
  focusAfter: (act: Acts) => HTMLElement | null;
}) {
  const done = useRef<Acts | null>(null);
  const item = (act: Acts, icon: ReactNode, words: string) => (
    <Menu.Item
      className="menu-item"
      disabled={acts[act] === null}
      onClick={() => {
        done.current = act;
        acts[act]?.();
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
