import { Menu } from '@base-ui/react/menu';
import { useSelector } from '@xstate/react';
import { Archive, Copy, Ellipsis, type LucideIcon, Pause, Play, Star, StarOff } from 'lucide-react';
import { copyNameOf } from '#contract/funnels/copy-name.ts';
import type { Funnel } from '#contract/funnels/schemas.ts';
import type { OneFunnelActor } from '#machines/funnels/funnel-overview.ts';
import type { FunnelAct } from '#model/funnel-overview.ts';

/** The actions on a funnel; each can be undone, or is a copy. */
export function FunnelActs({ actor, funnel }: { actor: OneFunnelActor; funnel: Funnel }) {
  const ready = useSelector(actor, (snapshot) => snapshot.matches({ ready: 'resting' }));
  const run = (action: FunnelAct) => () => actor.send({ type: 'action.run', action });
  const { status, is_default: isDefault, published } = funnel;
  return (
    <Menu.Root>
      <Menu.Trigger className="icon-button" aria-label={`Actions on ${funnel.name}`}>
        <Ellipsis size={16} aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="positioner" sideOffset={6} align="end">
          <Menu.Popup className="floating menu">
            {status === 'active' ? (
              <Item icon={Pause} disabled={!ready} onClick={run({ kind: 'pause', funnel })}>
                Pause
              </Item>
            ) : null}
            {status === 'paused' ? (
              <Item icon={Play} disabled={!ready} onClick={run({ kind: 'resume', funnel })}>
                Resume
              </Item>
            ) : null}
            <Item
              icon={Copy}
              disabled={!ready}
              onClick={() =>
                actor.send({ type: 'entry.add', draft: { name: copyNameOf(funnel.name, []) } })
              }
            >
              Duplicate
            </Item>
            {published ? (
              <Item
                icon={isDefault ? StarOff : Star}
                disabled={!ready}
                onClick={run({ kind: 'default', funnel, isDefault: !isDefault })}
              >
                {isDefault ? 'Take off the dashboard' : 'Show on the dashboard'}
              </Item>
            ) : null}
            <Item icon={Archive} disabled={!ready} onClick={run({ kind: 'archive', funnel })}>
              Archive
            </Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Item({
  icon: Icon,
  disabled,
  onClick,
  children,
}: {
  icon: LucideIcon;
  disabled: boolean;
  onClick: () => void;
  children: string;
}) {
  return (
    <Menu.Item className="menu-item" disabled={disabled} onClick={onClick}>
      <span className="menu-mark">
        <Icon size={14} aria-hidden="true" />
      </span>
      {children}
    </Menu.Item>
  );
}
