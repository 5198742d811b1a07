import type { Execution } from '#contract/event-pixels/schemas.ts';
import { count, moment, none } from '../kit/format.ts';
import { Sent } from './Sent.tsx';
import { fireWords, outcomeWords } from './words.ts';

/** One line for each delivery; it opens to its attempts, what was sent and what was said to it. */
export function Deliveries({ rows, zone }: { rows: readonly Execution[]; zone: string }) {
  return (
    <ul className="deliveries" aria-label="Deliveries">
      {rows.map((row) => (
        <li key={row.id}>
          <details className="delivery">
            <summary>
              <span className="delivery-outcome" data-outcome={row.outcome}>
                {outcomeWords[row.outcome]}
              </span>
              <span className="delivery-id">{row.event_id}</span>
              <span className="delivery-facts">
                {row.http_status === null ? '' : `HTTP ${row.http_status}, `}
                {row.latency_ms === null ? '' : `${count(row.latency_ms)} ms, `}
                {row.attempts === 1 ? '1 attempt' : `${count(row.attempts)} attempts`}
                {row.is_test ? ', test' : ''}
              </span>
              <time className="delivery-time" dateTime={row.created_at}>
                {moment(row.created_at, zone)}
              </time>
            </summary>
            <Story row={row} zone={zone} />
          </details>
        </li>
      ))}
    </ul>
  );
}

function Story({ row, zone }: { row: Execution; zone: string }) {
  return (
    <div className="delivery-story">
      <p className="field-hint">
        Status sent: {fireWords[row.status]}. Conversion {row.conversion}.{' '}
        {row.state === 'waiting' && row.next_at
          ? `The next attempt is at ${moment(row.next_at, zone)}.`
          : ''}
        {row.state === 'given_up' ? 'No further attempt is made.' : ''}
      </p>
      {row.tries.length > 0 ? (
        <section
          className="log-frame"
          aria-label={`Attempts of ${row.event_id}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          tabIndex={0}
        >
          <table className="log story-table">
            <caption className="only-read">Attempts of {row.event_id}</caption>
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col">Outcome</th>
                <th scope="col" className="log-figure">
                  HTTP
                </th>
                <th scope="col" className="log-figure">
                  ms
                </th>
              </tr>
            </thead>
            <tbody>
              {row.tries.map((one) => (
                <tr key={`${one.at} ${one.latency_ms}`}>
                  <td>{moment(one.at, zone)}</td>
                  <td>{outcomeWords[one.outcome]}</td>
                  <td className="log-figure">{one.http_status ?? none}</td>
                  <td className="log-figure">{count(one.latency_ms)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
      <Sent request={row.request} excerpt={row.response_excerpt} />
    </div>
  );
}
