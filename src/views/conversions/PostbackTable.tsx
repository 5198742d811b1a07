import { useSearch } from 'wouter';
import type { LoggedPostback } from '#contract/collect/postback-log.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { moment, none } from '../kit/format.ts';
import { takeFocus } from '../kit/take-focus.ts';
import { resultReason, resultWords } from './postback-words.ts';
import { fieldWord } from './words.ts';

/** Postbacks, one row each; the conversion that one is part of opens. */
export function PostbackTable({
  rows,
  zone,
  last,
}: {
  rows: readonly LoggedPostback[];
  zone: string;
  last: string | null;
}) {
  const lastRow = rows.find((row) => row.conversion_id === last)?.id;
  return (
    <section
      className="log-frame"
      aria-label="Postbacks of the log"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table className="log">
        <caption className="only-read">Postbacks, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Received</th>
            <th scope="col">Result</th>
            <th scope="col">Transaction, click</th>
            <th scope="col">Event</th>
            <th scope="col" className="log-figure">
              Value
            </th>
            <th scope="col">Status</th>
            <th scope="col">Conversion</th>
            <th scope="col">Request</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} zone={zone} isLast={row.id === lastRow} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ row, zone, isLast }: { row: LoggedPostback; zone: string; isLast: boolean }) {
  const { received_at, result, order_id, click_id, event_name, value, currency, status } = row;
  const search = useSearch();
  return (
    <tr>
      <th scope="row" className="log-time">
        <time dateTime={received_at}>{moment(received_at, zone)}</time>
      </th>
      <td className="postback-result" data-bad={isBad[result] || undefined}>
        {resultWords[result]}
        <span className="log-reason">{resultReason(row)}</span>
      </td>
      <td className="log-cut postback-ids">
        <span title={order_id}>{order_id || none}</span>
        <span className="log-reason" title={click_id}>
          {click_id || none}
        </span>
      </td>
      <td>{event_name}</td>
      <td className="log-figure">{`${value || none} ${currency}`.trim()}</td>
      <td>{status === '' ? none : fieldWord(status)}</td>
      <td>
        {row.conversion_id ? (
          <AppLink
            to={`/conversions/${encodeURIComponent(row.conversion_id)}${search ? `?${search}` : ''}`}
            {...(isLast ? { ref: takeFocus } : {})}
          >
            Open
          </AppLink>
        ) : (
          none
        )}
      </td>
      <td className="postback-request">
        <details>
          <summary>
            {row.method} from {row.from || 'nowhere known'}
          </summary>
          <code>{row.address}</code>
        </details>
      </td>
    </tr>
  );
}

/** Nobody was paid for these. */
const isBad: Record<LoggedPostback['result'], boolean> = {
  accepted: false,
  duplicate: false,
  unknown_click: true,
  expired_window: true,
  parse_error: true,
};
