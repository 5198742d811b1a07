import { useSelector } from '@xstate/react';
import { Suspense, useState } from 'react';
import { machines } from '#tests/support/machines.ts';
import { Actors } from './Actors.tsx';
import type { Request } from './channel.ts';
import { Drawing } from './Drawing.tsx';
import { Events } from './Events.tsx';
import type { FeedActor, Running } from './running.ts';

const names = Object.keys(machines);
const asked = () => new URLSearchParams(window.location.search);

/** Every workflow of the product, drawn, with what goes on in the app's other tabs. */
export function Workbench({ feed, ask }: { feed: FeedActor; ask: (request: Request) => void }) {
  const apps = useSelector(feed, ({ context }) => context.apps);
  const [name, setName] = useState(
    () => names.find((one) => one === asked().get('machine')) ?? 'session',
  );
  const [path, setPath] = useState<string | null>(() => asked().get('actor'));
  const machine = machines[name];
  const running = Object.entries(apps).flatMap(([app, { page, actors }]) =>
    actors.map((live): Running => ({ ...live, app, page })),
  );
  const here = running.filter((live) => live.machine === machine?.id);
  const shown = here.find((live) => live.path === path) ?? here[0];

  const choose = (next: string, actor: string | null = null) => {
    setName(next);
    setPath(actor);
    const search = new URLSearchParams({ machine: next, ...(actor ? { actor } : {}) });
    window.history.replaceState(null, '', `?${search}`);
  };

  return (
    <div className="workbench">
      <header className="workbench-head">
        <h1>Workflows</h1>
        <p role="status">
          {Object.keys(apps).length === 0
            ? 'No app is open beside this page.'
            : `${running.length} machines run in ${tabs(Object.keys(apps).length)}.`}
        </p>
        <a className="button" data-size="small" href="/" target="_blank" rel="noreferrer">
          Open the app
        </a>
        <a
          className="button"
          data-size="small"
          href={`/__workflows/replay?machine=${name}`}
          target="_blank"
          rel="noreferrer"
        >
          Walk its paths
        </a>
        <a className="button" data-size="small" href="/?inspector" target="_blank" rel="noreferrer">
          With the Stately inspector
        </a>
      </header>
      <nav className="workbench-machines" aria-label="Machines">
        <ul>
          {names.map((one) => {
            const count = running.filter((live) => live.machine === machines[one]?.id).length;
            return (
              <li key={one}>
                <button
                  type="button"
                  aria-current={one === name ? 'page' : undefined}
                  onClick={() => choose(one)}
                >
                  <span>{one}</span>
                  {count > 0 ? (
                    <span className="workbench-count" title={`${count} running`}>
                      {count}
                    </span>
                  ) : null}
                </button>
              </li>
            );
          })}
        </ul>
      </nav>
      <main className="workbench-drawing">
        <Suspense fallback={<p className="workbench-quiet">Drawing …</p>}>
          {machine ? <Drawing key={name} name={name} machine={machine} live={shown} /> : null}
        </Suspense>
      </main>
      <Actors
        name={name}
        here={here}
        shown={shown}
        feed={feed}
        onChoose={(actor) => choose(name, actor)}
        ask={ask}
      />
      <Events feed={feed} machine={machine?.id ?? ''} />
    </div>
  );
}

const tabs = (count: number): string => (count === 1 ? 'one tab' : `${count} tabs`);
