import { useSelector } from '@xstate/react';
import { type ComponentProps, Suspense, use } from 'react';
import type { Request } from './channel.ts';
import { sceneFor } from './load-scene.tsx';
import type { FeedActor, Running } from './running.ts';
import { SendEvent } from './SendEvent.tsx';
import { textOf } from './values.ts';

/** The running instances of a machine, and the events that can be sent to the selected one. */
export function Actors({
  name,
  here,
  shown,
  feed,
  onChoose,
  ask,
}: {
  name: string;
  here: Running[];
  shown: Running | undefined;
  feed: FeedActor;
  onChoose: (path: string) => void;
  ask: (request: Request) => void;
}) {
  const refusal = useSelector(feed, ({ context }) => context.refusal);
  return (
    <aside className="workbench-side" aria-label="Running">
      <h2>Running</h2>
      {here.length === 0 ? (
        <p className="workbench-quiet">
          No tab runs this machine now. Open the app in another tab of this browser and use it.
        </p>
      ) : (
        <ul className="workbench-actors">
          {here.map((live) => (
            <li key={`${live.app} ${live.path}`}>
              <button
                type="button"
                aria-pressed={live === shown}
                onClick={() => onChoose(live.path)}
              >
                <span>{live.path}</span>
                <strong>{textOf(live.value)}</strong>
                <small>{[live.page, ...live.tags.map((tag) => `#${tag}`)].join(' ')}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
      {shown ? (
        <>
          <h2>It takes</h2>
          {refusal ? <p role="alert">{refusal}</p> : null}
          <Suspense>
            {shown.events.length === 0 ? (
              <p className="workbench-quiet">Nothing: this state waits for an answer.</p>
            ) : (
              shown.events.map((type) => (
                <SampledSend
                  key={`${name} ${type}`}
                  name={name}
                  type={type}
                  onSend={(event) => {
                    feed.send({ type: 'sent' });
                    ask({ kind: 'send', app: shown.app, path: shown.path, event });
                  }}
                />
              ))
            )}
          </Suspense>
        </>
      ) : null}
    </aside>
  );
}

function SampledSend({ name, type, onSend }: { name: string } & ComponentProps<typeof SendEvent>) {
  const events: Record<string, readonly { type: string }[]> = use(sceneFor(name)).plan.events;
  const [sample = { type }] = events[type] ?? [];
  return <SendEvent type={type} sample={sample} onSend={onSend} />;
}
