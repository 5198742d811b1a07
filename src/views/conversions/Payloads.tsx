import type { RawEvent } from '#contract/conversion.ts';
import { moment } from '../parts/format.ts';

/** Every event behind it, as it was sent, without secrets. */
export function Payloads({ events, zone }: { events: readonly RawEvent[]; zone: string }) {
  return (
    <div className="story-payloads">
      {events.map(({ side, received_at, event_name, decides, payload }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same may have been sent twice at once
        <details key={index}>
          <summary>
            {event_name} by the {side}, received {moment(received_at, zone)}
            {decides ? '' : ', says again what another one said'}
          </summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
          <pre tabIndex={0}>{JSON.stringify(payload, null, 2)}</pre>
        </details>
      ))}
    </div>
  );
}
