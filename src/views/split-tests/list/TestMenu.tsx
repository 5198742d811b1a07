import { Menu } from '@base-ui/react/menu';
import { useSelector } from '@xstate/react';
import { Ellipsis } from 'lucide-react';
import type { TestLine } from '#contract/split-tests/schemas.ts';
import type { TestRowsActor } from '#machines/split-tests/split-tests.ts';

/** What can be done with a test of the list. */
export function TestMenu({ list, test }: { list: TestRowsActor; test: TestLine }) {
  const ready = useSelector(list, (snapshot) => snapshot.matches({ ready: 'resting' }));
  const { name, status } = test;
  const run = (kind: 'pause' | 'resume' | 'duplicate') =>
    list.send({ type: 'action.run', action: { kind, test } });
  return (
    <Menu.Root>
      <Menu.Trigger className="icon-button" aria-label={`Actions of ${name}`} disabled={!ready}>
        <Ellipsis size={16} aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="positioner" sideOffset={6} align="end">
          <Menu.Popup className="floating menu">
            {status === 'running' ? (
              <Menu.Item className="menu-item" onClick={() => run('pause')}>
                Pause
              </Menu.Item>
            ) : null}
            {status === 'paused' ? (
              <Menu.Item className="menu-item" onClick={() => run('resume')}>
                Resume
              </Menu.Item>
            ) : null}
            {status === 'running' || status === 'paused' ? (
              <Menu.Item
                className="menu-item"
                onClick={() => list.send({ type: 'action.choose', action: { kind: 'stop', test } })}
              >
                Stop
              </Menu.Item>
            ) : null}
            <Menu.Item className="menu-item" onClick={() => run('duplicate')}>
              Duplicate
            </Menu.Item>
            {status === 'draft' || status === 'stopped' ? (
              <Menu.Item
                className="menu-item"
                onClick={() => list.send({ type: 'entry.remove', entry: test })}
              >
                {status === 'draft' ? 'Delete' : 'Archive'}
              </Menu.Item>
            ) : null}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
