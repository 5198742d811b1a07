import { useSearch } from 'wouter';
import type { CollectedEvent } from '#contract/pixel-stream.ts';
import { clock, moment, money, none } from '../parts/format.ts';
import { Go } from '../parts/Go.tsx';
import { sideWords } from './words.ts';

/** One event in a line; opened, all that is told of it, and where the other side said something else. */
export function LiveEvent({
  event,
  zone,
  names,
}: {
  event: CollectedEvent;
  zone: string;
  /** Of affiliates, by their public code. */
  names: ReadonlyMap<string, string>;
}) {
  const affiliate = event.conversion?.affid ?? event.affid;
  const differences = event.twin?.differences ?? [];
  return (
    <li className="live-event">
      <details>
        <summary>
          <time dateTime={event.received_at}>{clock(event.received_at, zone)}</time>
          <span className="live-name">{event.event_name}</span>
          <span className="live-side" data-side={event.side}>
            {sideWords[event.side]}
          </span>
          <span className="live-who">
            {affiliate ? (names.get(affiliate) ?? affiliate) : 'No affiliate'}
          </span>
          <span className="live-value">
            {event.value > 0 ? `${money(event.value)} ${event.currency}` : none}
          </span>
          <span className="live-marks">
            {event.is_test ? <span className="log-mark">Test</span> : null}
            {event.is_bot ? <span className="log-mark">Bot</span> : null}
            {differences.length > 0 ? <span className="log-mark">Sides differ</span> : null}
          </span>
        </summary>
        <Facts event={event} zone={zone} />
        {event.twin ? <Twin event={event} zone={zone} /> : null}
      </details>
    </li>
  );
}

function Facts({ event, zone }: { event: CollectedEvent; zone: string }) {
  const search = useSearch();
  const facts: [string, string | null][] = [
    ['Happened', moment(event.event_time, zone)],
    ['Event id', event.event_id],
    ['Order id', event.order_id],
    ['Page', event.url],
    ['Campaign', event.campaign_id],
    ['Ad set', event.adset_id],
    ['Ad', event.ad_id],
    ['Country', event.country],
    ['Device', event.device],
    ['Network', event.network],
  ];
  return (
    <dl className="live-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value ?? none}</dd>
        </div>
      ))}
      {event.conversion ? (
        <div>
          <dt>Conversion</dt>
          <dd>
            <Go
              to={`/conversions/${encodeURIComponent(event.conversion.id)}${search ? `?${search}` : ''}`}
            >
              Read its story
            </Go>
          </dd>
        </div>
      ) : null}
    </dl>
  );
}

function Twin({ event: { twin }, zone }: { event: CollectedEvent; zone: string }) {
  if (!twin) return null;
  const other = sideWords[twin.side];
  if (twin.differences.length === 0) {
    return (
      <p className="live-twin">
        The {other.toLowerCase()} said the same at {clock(twin.event_time, zone)}.
      </p>
    );
  }
  return (
    <table className="live-twin">
      <caption>The {other.toLowerCase()} said something else</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Server</th>
          <th scope="col">Browser</th>
        </tr>
      </thead>
      <tbody>
        {twin.differences.map(({ field, server, browser }) => (
          <tr key={field}>
            <th scope="row">{field.replaceAll('_', ' ')}</th>
            <td>{server ?? none}</td>
            <td>{browser ?? none}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
