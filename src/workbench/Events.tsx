import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { Entry } from './app-feed.ts';
import type { FeedActor } from './running.ts';

/** The events of the machines in all tabs, latest first. */
export function Events({ feed, machine }: { feed: FeedActor; machine: string }) {
  const log = useSelector(feed, ({ context }) => context.log);
  const held = useSelector(feed, ({ context }) => context.held.length);
  const isPaused = useSelector(feed, ({ context }) => context.isPaused);
  const [isNarrow, setNarrow] = useState(false);
  const shown = log.filter((entry) => !isNarrow || entry.machine === machine).toReversed();
  return (
    <section className="workbench-events" aria-label="Events">
      <div className="workbench-bar">
        <h2>Events</h2>
        <output>
          {shown.length === 200 ? 'the last 200' : shown.length}
          {held > 0 ? `, ${held} more since the pause` : ''}
        </output>
        <button
          type="button"
          className="button"
          data-size="small"
          aria-pressed={isNarrow}
          onClick={() => setNarrow(!isNarrow)}
        >
          This machine only
        </button>
        <button
          type="button"
          className="button"
          data-size="small"
          aria-pressed={isPaused}
          onClick={() => feed.send({ type: isPaused ? 'resume' : 'pause' })}
        >
          {isPaused ? 'Go on' : 'Pause'}
        </button>
        <button
          type="button"
          className="button"
          data-size="small"
          onClick={() => feed.send({ type: 'clear' })}
        >
          Clear
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard */}
      <div className="workbench-log" role="log" aria-label="Events of the app" tabIndex={0}>
        {shown.map((entry) => (
          <Row key={entry.key} entry={entry} />
        ))}
      </div>
    </section>
  );
}

function Row({ entry: { at, path, event, source } }: { entry: Entry }) {
  const { type, ...payload } = event;
  const isBare = Object.keys(payload).length === 0;
  const time = new Date(at).toLocaleTimeString('en-GB', { hour12: false });
  const head = (
    <>
      <time>{time}</time>
      <span>{path}</span>
      <strong>{type}</strong>
      <small>{isBare ? (source ?? '') : JSON.stringify(payload)}</small>
    </>
  );
  if (isBare) return <div className="workbench-row">{head}</div>;
  return (
    <details>
      <summary className="workbench-row">{head}</summary>
      <pre>{JSON.stringify(payload, null, 2)}</pre>
    </details>
  );
}
