import type { RawEvent } from '#contract/conversions/schemas.ts';
import { moment } from '../kit/format.ts';
import { DetailTable } from './DetailTable.tsx';
import { textOr } from './words.ts';

/** The payloads of both sides field by field, and the raw events without secrets. */
export function Payloads({ events, zone }: { events: readonly RawEvent[]; zone: string }) {
  const decisive = (side: RawEvent['side']) =>
    events.find((event) => event.side === side && event.decides)?.payload;
  const [server, browser] = [decisive('server'), decisive('browser')];
  return (
    <>
      {server && browser ? <Compared server={server} browser={browser} /> : null}
      <div className="story-payloads">
        {events.map(({ side, received_at, event_name, decides, payload }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same may have been sent twice at once
          <details key={index}>
            <summary>
              {event_name} by the {side}, received {moment(received_at, zone)}
              {decides ? '' : ', repeats an earlier event'}
            </summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
            <pre tabIndex={0}>{JSON.stringify(payload, null, 2)}</pre>
          </details>
        ))}
      </div>
    </>
  );
}

type Payload = RawEvent['payload'];

/** The fields of both sides; those that differ come first. */
function Compared({ server, browser }: { server: Payload; browser: Payload }) {
  const names = [...new Set([...Object.keys(server), ...Object.keys(browser)])];
  const lines = names.map((name) => {
    const [one, two] = [written(server[name]), written(browser[name])];
    const isOfBoth = name in server && name in browser;
    return { name, one, two, note: one === two ? '' : isOfBoth ? 'Differs' : 'One side only' };
  });
  const rank = ({ note }: { note: string }) => ['Differs', '', 'One side only'].indexOf(note);
  return (
    <DetailTable<(typeof lines)[number]>
      name="Payloads of both sides, field by field"
      rows={lines.toSorted((a, b) => rank(a) - rank(b))}
      keyOf={({ name }) => name}
      rowAttributes={({ note }) => ({ 'data-differs': note === 'Differs' || undefined })}
      columns={[
        { title: 'Field', isName: true, write: ({ name }) => name },
        { title: 'Server', cellClass: 'story-value-sent', write: ({ one }) => one },
        { title: 'Browser', cellClass: 'story-value-sent', write: ({ two }) => two },
        { title: 'Difference', write: ({ note }) => note },
      ]}
    />
  );
}

const written = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? JSON.stringify(value)
    : textOr(value === undefined || value === null ? null : String(value));
