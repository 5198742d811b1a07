import { useSearch } from 'wouter';
import type { Conversion } from '#contract/conversion.ts';
import { moment, money, none } from '../parts/format.ts';
import { Go } from '../parts/Go.tsx';
import { affiliateOf, pathOf, sideWords, statusWord } from './words.ts';

/** The log itself, one row each. The whole row opens its story; by keyboard, its name does. */
export function LogTable({
  rows,
  zone,
  currency,
  last,
}: {
  rows: readonly Conversion[];
  zone: string;
  currency: string;
  /** The conversion that was open before; its row takes the keyboard back. */
  last: string | null;
}) {
  const search = useSearch();
  return (
    <section
      className="log-frame"
      aria-label="Conversions of the log"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table className="log">
        <caption className="only-read">Conversions, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Time</th>
            <th scope="col">Affiliate</th>
            <th scope="col">Campaign, ad set, ad</th>
            <th scope="col" className="log-figure">
              Value, {currency}
            </th>
            <th scope="col">Status</th>
            <th scope="col">Seen by</th>
            <th scope="col">Reason of the credit</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-out={row.excluded_reason !== null || undefined}>
              <th scope="row">
                <Go
                  to={`/conversions/${encodeURIComponent(row.id)}${search ? `?${search}` : ''}`}
                  className="log-link"
                  {...(row.id === last ? { ref: takeKeyboard } : {})}
                >
                  {nameOf(row)}
                </Go>
              </th>
              <td className="log-time">
                <time dateTime={row.event_time}>{moment(row.event_time, zone)}</time>
              </td>
              <td>{affiliateOf(row)}</td>
              <td>{pathOf(row).join(' › ') || none}</td>
              <td className="log-figure">{money(row.value)}</td>
              <td>{statusOf(row)}</td>
              <td>
                {sideWords[row.pairing]}
                {row.value_mismatch ? <span className="log-mark">Values differ</span> : null}
              </td>
              <td className="log-reason">{row.reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const takeKeyboard = (link: HTMLElement | null) => link?.focus();

const nameOf = ({ record, order_id, event_id, id }: Conversion): string => {
  const name = order_id ?? event_id ?? id;
  if (record === 'adjustment') return `Correction of ${name}`;
  return record === 'refund' ? `Refund of ${name}` : name;
};

const statusOf = ({ status, excluded_reason }: Conversion): string =>
  excluded_reason === 'no_rate' ? `${statusWord(status)}, no rate` : statusWord(status);
