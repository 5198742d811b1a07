import { useSearch } from 'wouter';
import type { LoggedPostback } from '#contract/collect/postback-log.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { moment, none } from '../kit/format.ts';
import { type DataColumn, DataTable } from '../kit/tables/DataTable.tsx';
import { takeFocus } from '../kit/take-focus.ts';
import { resultReason, resultWords } from './postback-words.ts';
import { fieldWord } from './words.ts';

/** The rows of the postback log, with links to their conversions. */
export function PostbackTable({
  rows,
  zone,
  last,
}: {
  rows: readonly LoggedPostback[];
  zone: string;
  last: string | null;
}) {
  const lastRow = rows.find((row) => row.conversion_id === last);
  return (
    <DataTable<LoggedPostback>
      frame={{ name: 'Postbacks of the log', className: 'log-frame' }}
      className="log"
      caption="Postbacks, newest first"
      rows={rows}
      keyOf={({ id }) => id}
      kept={lastRow}
      columns={columnsIn(zone, lastRow)}
    />
  );
}

const columnsIn = (
  zone: string,
  lastRow: LoggedPostback | undefined,
): DataColumn<LoggedPostback>[] => [
  {
    title: 'Received',
    isName: true,
    cellClass: 'log-time',
    write: ({ received_at }) => <time dateTime={received_at}>{moment(received_at, zone)}</time>,
  },
  {
    title: 'Result',
    cellClass: 'postback-result',
    attributes: ({ result }) => ({ 'data-bad': isBad[result] || undefined }),
    write: (row) => (
      <>
        {resultWords[row.result]}
        <span className="log-reason">{resultReason(row)}</span>
      </>
    ),
  },
  {
    title: 'Transaction, click',
    cellClass: 'log-cut postback-ids',
    write: ({ order_id, click_id }) => (
      <>
        <span title={order_id}>{order_id || none}</span>
        <span className="log-reason" title={click_id}>
          {click_id || none}
        </span>
      </>
    ),
  },
  { title: 'Event', write: ({ event_name }) => event_name },
  {
    title: 'Value',
    className: 'log-figure',
    write: ({ value, currency }) => `${value || none} ${currency}`.trim(),
  },
  { title: 'Status', write: ({ status }) => (status === '' ? none : fieldWord(status)) },
  {
    title: 'Conversion',
    write: (row) => <ConversionLink id={row.conversion_id} isLast={row === lastRow} />,
  },
  {
    title: 'Request',
    cellClass: 'postback-request',
    write: ({ method, from, address }) => (
      <details>
        <summary>
          {method} from {from || 'nowhere known'}
        </summary>
        <code>{address}</code>
      </details>
    ),
  },
];

function ConversionLink({ id, isLast }: { id: LoggedPostback['conversion_id']; isLast: boolean }) {
  const search = useSearch();
  if (!id) return none;
  return (
    <AppLink
      to={`/conversions/${encodeURIComponent(id)}${search ? `?${search}` : ''}`}
      {...(isLast ? { ref: takeFocus } : {})}
    >
      Open
    </AppLink>
  );
}

/** Results that paid no partner. */
const isBad: Record<LoggedPostback['result'], boolean> = {
  accepted: false,
  duplicate: false,
  unknown_click: true,
  expired_window: true,
  parse_error: true,
};
