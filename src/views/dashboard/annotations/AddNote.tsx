import { Menu } from '@base-ui/react/menu';
import { useSelector } from '@xstate/react';
import { Flag } from 'lucide-react';
import type { AnnotationsActor } from '#machines/dashboard/annotations.ts';

/** The item in the graph's menu that adds a note. */
export function AddNote({ actor, onAdd }: { actor: AnnotationsActor; onAdd: () => void }) {
  const ready = useSelector(actor, (snapshot) => snapshot.matches({ ready: 'resting' }));
  return (
    <Menu.Item className="menu-item" disabled={!ready} onClick={onAdd}>
      <span className="menu-mark">
        <Flag size={14} aria-hidden="true" />
      </span>
      <span className="menu-text">Add note</span>
      <span className="menu-note">n on the graph</span>
    </Menu.Item>
  );
}
