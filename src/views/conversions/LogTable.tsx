import { useSelector } from '@xstate/react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { useSearch } from 'wouter';
import type { Conversion } from '#contract/conversions/schemas.ts';
import type { ConversionDecisionActor } from '#machines/conversions/conversion-decision.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { moment, none } from '../kit/format.ts';
import { roles } from '../kit/tables/aria-roles.ts';
import { takeFocus } from '../kit/take-focus.ts';
import { affiliateOf, nameOf, pathOf, sideWords, statusWord, valueTextOf } from './words.ts';

/** The rows of the log. A click anywhere in a row opens its detail; the keyboard uses the row's name. */
export function LogTable({
  rows,
  zone,
  currency,
  last,
  decision,
}: {
  rows: readonly Conversion[];
  zone: string;
  currency: string;
  /** The conversion that was open before; its row gets the focus back. */
  last: string | null;
  /** The decision that rows can be selected for; without it rows cannot be selected. */
  decision: ConversionDecisionActor | undefined;
}) {
  const search = useSearch();
  return (
    <section
      className="log-frame"
      aria-label="Conversions of the log"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table {...roles.table} className="log log-rows cards">
        <caption className="only-read">Conversions, newest first</caption>
        <thead {...roles.group}>
          <tr {...roles.row}>
            {decision ? (
              <th {...roles.columnHead} scope="col" className="log-choice">
                <ChooseAll rows={rows} decision={decision} />
              </th>
            ) : null}
            <Head className="log-name">Order</Head>
            <Head className="log-time">Time</Head>
            <Head className="log-affiliate">Affiliate</Head>
            <Head className="log-figure">{valueIn(currency)}</Head>
            <Head className="log-status">Status</Head>
            <Head className="log-sides">Seen by</Head>
            <Head className="log-campaign">Campaign, ad set, ad</Head>
            <Head className="log-reason">Reason for the credit</Head>
          </tr>
        </thead>
        <tbody {...roles.group}>
          {rows.map((row) => (
            <tr
              {...roles.row}
              key={row.id}
              className="card"
              data-out={row.excluded_reason !== null || undefined}
            >
              {decision ? (
                <td {...roles.cell} className="log-choice">
                  {row.record === 'conversion' ? (
                    <Choose row={row} rows={rows} decision={decision} />
                  ) : null}
                </td>
              ) : null}
              <th {...roles.rowHead} scope="row" className="log-name">
                <AppLink
                  to={`/conversions/${encodeURIComponent(row.id)}${search ? `?${search}` : ''}`}
                  className="log-link"
                  title={nameOf(row)}
                  {...(row.id === last ? { ref: takeFocus } : {})}
                >
                  {nameOf(row)}
                </AppLink>
              </th>
              <td {...roles.cell} className="log-time" data-label="Time">
                <time dateTime={row.event_time}>{moment(row.event_time, zone)}</time>
              </td>
              <td {...roles.cell} className="log-affiliate" data-label="Affiliate">
                <span className="log-whose" title={affiliateOf(row)}>
                  {affiliateOf(row)}
                </span>
              </td>
              <td {...roles.cell} className="log-figure" data-label={valueIn(currency)} data-chosen>
                {valueTextOf(row)}
              </td>
              <td {...roles.cell} className="log-status" data-label="Status">
                {statusOf(row)}
              </td>
              <td {...roles.cell} className="log-sides" data-label="Seen by">
                <span>{sideWords[row.pairing]}</span>
                {row.value_mismatch ? <span className="log-mark">Values differ</span> : null}
              </td>
              <td {...roles.cell} className="log-campaign" data-label="Campaign">
                <span className="log-short" title={pathOf(row)}>
                  {pathOf(row) || none}
                </span>
              </td>
              <td {...roles.cell} className="log-reason" data-label="Reason">
                {row.reason}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const valueIn = (currency: string): string => `Value, ${currency}`;

function Head({ className, children }: { className: string; children: string }) {
  return (
    <th {...roles.columnHead} scope="col" className={className}>
      {children}
    </th>
  );
}

const candidatesOf = (rows: readonly Conversion[]) =>
  rows.filter(({ record }) => record === 'conversion').map(({ id, status }) => ({ id, status }));

/** Selects all loaded rows, or none. */
function ChooseAll({
  rows,
  decision,
}: {
  rows: readonly Conversion[];
  decision: ConversionDecisionActor;
}) {
  const candidates = candidatesOf(rows);
  const chosen = useSelector(decision, ({ context }) => {
    const ids = new Set(context.selected.map(({ id }) => id));
    return candidates.filter(({ id }) => ids.has(id)).length;
  });
  const all = chosen > 0 && chosen === candidates.length;
  return (
    <input
      type="checkbox"
      aria-label="Select all rows shown"
      checked={all}
      ref={(box) => {
        if (box) box.indeterminate = chosen > 0 && !all;
      }}
      onChange={() => decision.send({ type: 'rows.choose', rows: candidates, on: !all })}
    />
  );
}

/** The checkbox of a row. Shift selects a range, arrow keys move, Shift with an arrow key extends the selection. */
function Choose({
  row,
  rows,
  decision,
}: {
  row: Conversion;
  rows: readonly Conversion[];
  decision: ConversionDecisionActor;
}) {
  const on = useSelector(decision, ({ context }) =>
    context.selected.some(({ id }) => id === row.id),
  );
  const choose = (span: readonly Conversion[], chosen: boolean) =>
    decision.send({ type: 'rows.choose', rows: candidatesOf(span), on: chosen });
  /** Selects from the row selected last to this one. */
  const upTo = (chosen: boolean) => {
    const from = decision.getSnapshot().context.selected.at(-1)?.id;
    const [one, two] = [rows.findIndex(({ id }) => id === from), rows.indexOf(row)];
    choose(one === -1 ? [row] : rows.slice(Math.min(one, two), Math.max(one, two) + 1), chosen);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === ' ' && event.shiftKey) {
      event.preventDefault();
      upTo(true);
    } else if (step !== undefined) {
      event.preventDefault();
      const boxes = [
        ...(event.currentTarget.closest('tbody')?.querySelectorAll('input') ?? []),
      ] as HTMLInputElement[];
      const next = boxes[boxes.indexOf(event.currentTarget) + step];
      next?.focus();
      if (event.shiftKey) choose(neighbours(rows, row, step), true);
    }
  };
  const click = (event: MouseEvent<HTMLInputElement>) => {
    if (!event.shiftKey) return;
    event.preventDefault();
    upTo(!on);
  };
  return (
    <input
      type="checkbox"
      aria-label={`Choose ${nameOf(row)}`}
      checked={on}
      onChange={() => choose([row], !on)}
      onClick={click}
      onKeyDown={press}
    />
  );
}

const neighbours = (rows: readonly Conversion[], row: Conversion, step: number): Conversion[] => {
  const at = rows.indexOf(row);
  return rows.slice(Math.max(0, Math.min(at, at + step)), Math.max(at, at + step) + 1);
};

/** A refund of an order that does not count does not count either, whatever its own status. */
const statusOf = ({ status, excluded_reason: reason }: Conversion): string => {
  if (reason === 'no_rate') return `${statusWord(status)}, no rate`;
  if (reason !== null && reason !== status) return `${statusWord(status)}, order ${reason}`;
  return statusWord(status);
};
