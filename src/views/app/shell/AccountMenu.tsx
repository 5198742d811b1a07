import { Menu } from '@base-ui/react/menu';
import { useSelector } from '@xstate/react';
import { LogOut, UserRound } from 'lucide-react';
import { useLocation } from 'wouter';
import type { SessionActor } from '#machines/app/session.ts';

/** Who is here, and the way out. */
export function AccountMenu({ actor }: { actor: SessionActor }) {
  const member = useSelector(actor, ({ context }) => context.member);
  const [, goTo] = useLocation();
  if (!member) return null;
  const name = member.full_name || member.email;
  return (
    <Menu.Root>
      <Menu.Trigger className="sidebar-link">
        <span className="initials" aria-hidden="true">
          {initialsOf(name)}
        </span>
        <span className="only-read">Account: </span>
        <span className="sidebar-text">{name}</span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="positioner" sideOffset={6} align="start" side="top">
          <Menu.Popup className="floating menu">
            <p className="menu-head">
              <strong>{name}</strong>
              {member.email}
            </p>
            <div className="menu-line" />
            <Menu.Item className="menu-item" onClick={() => goTo('/settings/personal-settings')}>
              <span className="menu-mark">
                <UserRound size={14} aria-hidden="true" />
              </span>
              Personal settings
            </Menu.Item>
            <Menu.Item className="menu-item" onClick={() => actor.send({ type: 'session.leave' })}>
              <span className="menu-mark">
                <LogOut size={14} aria-hidden="true" />
              </span>
              Sign out
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

const initialsOf = (name: string): string =>
  name
    .split(/[\s@.]+/)
    .slice(0, 2)
    .map((word) => [...word].slice(0, 1).join('').toUpperCase())
    .join('');
