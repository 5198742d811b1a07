import { Menu } from '@base-ui/react/menu';
import { useSelector } from '@xstate/react';
import { Ellipsis } from 'lucide-react';
import { copyNameOf } from '#contract/funnels/copy-name.ts';
import type { FunnelRow } from '#contract/funnels/report.ts';
import type { FunnelAction, FunnelListActor } from '#machines/funnels/funnels.ts';

/** What can be done with a funnel of the list. */
export function FunnelMenu({ list, funnel }: { list: FunnelListActor; funnel: FunnelRow }) {
  const ready = useSelector(list, (snapshot) => snapshot.matches({ ready: 'resting' }));
  const rows = useSelector(list, ({ context }) => context.rows);
  const names = rows.map(({ name }) => name);
  const run = (action: FunnelAction) => list.send({ type: 'action.run', action });
  return (
    <Menu.Root>
      <Menu.Trigger
        className="icon-button"
        aria-label={`Actions of ${funnel.name}`}
        disabled={!ready}
      >
        <Ellipsis size={16} aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="positioner" sideOffset={6} align="end">
          <Menu.Popup className="floating menu">
            {funnel.status === 'active' ? (
              <Menu.Item className="menu-item" onClick={() => run({ kind: 'pause', funnel })}>
                Pause
              </Menu.Item>
            ) : null}
            {funnel.status === 'paused' ? (
              <Menu.Item className="menu-item" onClick={() => run({ kind: 'resume', funnel })}>
                Resume
              </Menu.Item>
            ) : null}
            {funnel.is_published && !funnel.is_default ? (
              <Menu.Item className="menu-item" onClick={() => run({ kind: 'makeDefault', funnel })}>
                Show on the dashboard
              </Menu.Item>
            ) : null}
            <Menu.Item
              className="menu-item"
              onClick={() =>
                run({ kind: 'duplicate', funnel, name: copyNameOf(funnel.name, names) })
              }
            >
              Duplicate
            </Menu.Item>
            <Menu.Item
              className="menu-item"
              onClick={() => list.send({ type: 'entry.remove', entry: funnel })}
            >
              Archive
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
