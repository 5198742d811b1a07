import { useSelector } from '@xstate/react';
import { Pause, Play, Radio } from 'lucide-react';
import { mapState } from 'xstate';
import type { AffiliateRef } from '#contract/accounts/session.ts';
import type { CollectedEvent } from '#contract/master-pixels/stream.ts';
import type {
  PixelStreamActor,
  PixelStreamSnapshot,
  StreamFilter,
} from '#machines/master-pixels/pixel-stream.ts';
import { Button } from '../kit/Button.tsx';
import { count } from '../kit/format.ts';
import { MenuSelect } from '../kit/MenuSelect.tsx';
import { LiveEvent } from './LiveEvent.tsx';
import { reasonText } from './words.ts';

const sides = [
  { value: 'all', label: 'Both sides' },
  { value: 'server', label: 'Server' },
  { value: 'browser', label: 'Browser' },
] as const;

/** The live stream of events, latest first. */
export function LiveEvents({
  actor,
  affiliates,
  zone,
}: {
  actor: PixelStreamActor;
  affiliates: readonly AffiliateRef[];
  zone: string;
}) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const events = useSelector(actor, ({ context }) => context.events);
  const filter = useSelector(actor, ({ context }) => context.filter);
  const refusals = useSelector(actor, ({ context }) => context.rejections);
  const gaps = useSelector(actor, ({ context }) => context.gaps);
  const shown = events.filter((event) => isShown(event, filter));
  const names = new Map(affiliates.map(({ aff_id, name }) => [aff_id, name]));
  return (
    <section className="panel" aria-labelledby="live" aria-busy={busy}>
      <header className="panel-head">
        <h2 className="panel-title" id="live">
          Live
        </h2>
        <StreamState actor={actor} />
        <div className="panel-tools">
          <PauseButton actor={actor} />
          <Button
            size="small"
            aria-disabled={events.length === 0}
            onClick={() => actor.send({ type: 'stream.clear' })}
          >
            Clear
          </Button>
        </div>
      </header>
      <Filters actor={actor} affiliates={affiliates} />
      <p className="only-read" role="status">
        {announcementOf(shown.length)}
      </p>
      {shown.length === 0 ? (
        <div className="blank">
          <Radio size={24} aria-hidden="true" />
          <p className="blank-title">
            {events.length > 0 ? 'None of the latest events matches' : 'No event has come yet'}
          </p>
          <p>
            {events.length > 0
              ? 'Choose other filters, or wait for one that does.'
              : 'Visit one of your pages, or send a test order. It appears here within a second.'}
          </p>
        </div>
      ) : (
        <section
          className="live-frame"
          aria-label="Latest events"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          tabIndex={0}
        >
          <ol className="live">
            {shown.map((event) => (
              <LiveEvent
                key={event.uid}
                event={event}
                zone={zone}
                affiliate={whoseOf(event, names)}
              />
            ))}
          </ol>
        </section>
      )}
      <p className="live-foot">
        {gaps > 0 ? 'Some events of a busy moment are left out. ' : null}
        {Object.entries(refusals)
          .map(([reason, times]) => `${reasonText(reason)}: ${count(times)}.`)
          .join(' ')}
      </p>
    </section>
  );
}

function Filters({
  actor,
  affiliates,
}: {
  actor: PixelStreamActor;
  affiliates: readonly AffiliateRef[];
}) {
  const filter = useSelector(actor, ({ context }) => context.filter);
  const events = useSelector(actor, ({ context }) => context.events);
  const named = [...new Set([...events.map(({ event_name }) => event_name), filter.name])]
    .filter((name) => name !== '')
    .sort();
  const change = (filter: Partial<StreamFilter>) => actor.send({ type: 'filter.change', filter });
  return (
    <fieldset className="log-filters">
      <legend className="only-read">Filters of the live events</legend>
      <MenuSelect
        label="Side"
        value={filter.side ?? 'all'}
        options={sides}
        onChoose={(side) => change({ side: side === 'all' ? null : side })}
      />
      <MenuSelect
        label="Event"
        value={filter.name}
        options={[
          { value: '', label: 'Every event' },
          ...named.map((value) => ({ value, label: value })),
        ]}
        onChoose={(name) => change({ name })}
      />
      <MenuSelect
        label="Affiliate"
        value={filter.affid}
        options={[
          { value: '', label: 'Every affiliate' },
          ...affiliates.map(({ aff_id, name }) => ({ value: aff_id, label: name })),
        ]}
        onChoose={(affid) => change({ affid })}
      />
    </fieldset>
  );
}

type State = 'connecting' | 'live' | 'paused' | 'broken' | 'offline' | 'refused';
const stateWords: Record<State, string> = {
  connecting: 'Connecting',
  live: 'Listening',
  paused: 'Paused. New events appear on resume.',
  broken: 'The connection was lost. It reconnects by itself.',
  offline: 'This device is offline.',
  refused: '',
};

/** The state of the stream, with the reason and an action if it is not live. */
export function StreamState({ actor }: { actor: PixelStreamActor }) {
  const state = useSelector(actor, stateOf);
  const problem = useSelector(actor, ({ context }) => context.problem);
  const failed = useSelector(actor, (snapshot) => snapshot.hasTag('failed'));
  return (
    <div className="live-state" data-state={state} role="status">
      <span className="live-dot" aria-hidden="true" />
      <p>{state === 'refused' ? problem?.message : stateWords[state]}</p>
      {failed ? (
        <Button
          size="small"
          aria-label="Retry the connection"
          onClick={() => actor.send({ type: 'retry' })}
        >
          Retry
        </Button>
      ) : null}
    </div>
  );
}

function PauseButton({ actor }: { actor: PixelStreamActor }) {
  const paused = useSelector(actor, (snapshot) => snapshot.matches('paused'));
  const can = useSelector(
    actor,
    (snapshot) => snapshot.can({ type: 'stream.pause' }) || snapshot.matches('paused'),
  );
  const Icon = paused ? Play : Pause;
  return (
    <Button
      size="small"
      aria-disabled={!can}
      onClick={() => actor.send({ type: paused ? 'stream.resume' : 'stream.pause' })}
    >
      <Icon size={14} aria-hidden="true" />
      {paused ? 'Resume' : 'Pause'}
    </Button>
  );
}

const isShown = (event: CollectedEvent, { side, name, affid }: StreamFilter): boolean =>
  (side === null || event.side === side) &&
  (name === '' || event.event_name === name) &&
  (affid === '' || event.affid === affid || event.conversion?.affid === affid);

const whoseOf = ({ conversion, affid }: CollectedEvent, names: ReadonlyMap<string, string>) => {
  const code = conversion?.affid ?? affid;
  return code ? (names.get(code) ?? code) : null;
};

/** Announced to screen readers: every event up to ten, then every tenth. */
const announcementOf = (events: number): string => {
  const announced = events < 10 ? events : Math.floor(events / 10) * 10;
  return announced === 0
    ? ''
    : `${announced === events ? '' : 'More than '}${count(announced)} events shown`;
};

const stateOf = (snapshot: PixelStreamSnapshot): State =>
  mapState<PixelStreamSnapshot, State>(snapshot, {
    states: {
      connected: {
        map: () => 'connecting',
        states: { connecting: { map: () => 'connecting' }, live: { map: () => 'live' } },
      },
      paused: { map: () => 'paused' },
      disconnected: { map: () => 'broken' },
      offline: { map: () => 'offline' },
      refused: { map: () => 'refused' },
    },
  })[0]?.result ?? 'connecting';
