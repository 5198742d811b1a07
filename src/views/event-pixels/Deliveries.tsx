import type { Execution } from '#contract/event-pixels/schemas.ts';
import { count, moment, none } from '../kit/format.ts';
import { DataTable } from '../kit/tables/DataTable.tsx';
import { SentRequest } from './SentRequest.tsx';
import { fireWords, outcomeWords } from './words.ts';

/** One line per delivery; it expands to its attempts, the request and the response. */
export function Deliveries({ rows, zone }: { rows: readonly Execution[]; zone: string }) {
  return (
    <ul className="deliveries" aria-label="Deliveries">
      {rows.map((row) => (
        <li key={row.id}>
          <details className="delivery">
            <summary className="opening-line">
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
        <DataTable<Execution['tries'][number]>
          frame={{ name: `Attempts of ${row.event_id}`, className: 'log-frame' }}
          className="log story-table"
          caption={`Attempts of ${row.event_id}`}
          rows={row.tries}
          keyOf={({ at, latency_ms }) => `${at} ${latency_ms}`}
          columns={[
            { title: 'Time', write: ({ at }) => moment(at, zone) },
            { title: 'Outcome', write: ({ outcome }) => outcomeWords[outcome] },
            {
              title: 'HTTP',
              className: 'log-figure',
              write: ({ http_status }) => http_status ?? none,
            },
            {
              title: 'ms',
              className: 'log-figure',
              write: ({ latency_ms }) => count(latency_ms),
            },
          ]}
        />
      ) : null}
      <SentRequest request={row.request} excerpt={row.response_excerpt} />
    </div>
  );
}
