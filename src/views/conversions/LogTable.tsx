import { useSelector } from '@xstate/react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { useSearch } from 'wouter';
import type { Conversion } from '#contract/conversions/schemas.ts';
import type { ConversionDecisionActor } from '#machines/conversions/conversion-decision.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { moment, none } from '../kit/format.ts';
import { type DataColumn, DataTable } from '../kit/tables/DataTable.tsx';
import { takeFocus } from '../kit/take-focus.ts';
import {
  affiliateOf,
  nameOf,
  pathOf,
  sideWords,
  statusWord,
  unpaidWords,
  valueTextOf,
} from './words.ts';

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
  const chosen = rows.find(({ id }) => id === last);
  const choice: DataColumn<Conversion>[] = decision
    ? [
        {
          title: 'Choice',
          head: <ChooseAll rows={rows} decision={decision} />,
          className: 'log-choice',
          write: (row) =>
            row.record === 'conversion' ? (
              <Choose row={row} rows={rows} decision={decision} />
            ) : null,
        },
      ]
    : [];
  return (
    <DataTable<Conversion>
      frame={{ name: 'Conversions of the log', className: 'log-frame' }}
      className="log log-rows cards"
      caption="Conversions, newest first"
      rows={rows}
      keyOf={({ id }) => id}
      kept={chosen}
      rowAttributes={({ excluded_reason }) => ({
        className: 'card',
        'data-out': excluded_reason !== null || undefined,
      })}
      columns={[...choice, ...columnsIn({ zone, currency, last })]}
    />
  );
}

const columnsIn = ({
  zone,
  currency,
  last,
}: {
  zone: string;
  currency: string;
  last: string | null;
}): DataColumn<Conversion>[] => [
  {
    title: 'Order',
    isName: true,
    className: 'log-name',
    write: (row) => <ConversionLink row={row} isLast={row.id === last} />,
  },
  {
    title: 'Time',
    className: 'log-time',
    attributes: () => ({ 'data-label': 'Time' }),
    write: ({ event_time }) => <time dateTime={event_time}>{moment(event_time, zone)}</time>,
  },
  {
    title: 'Affiliate',
    className: 'log-affiliate',
    attributes: () => ({ 'data-label': 'Affiliate' }),
    write: (row) => (
      <span className="log-whose" title={affiliateOf(row)}>
        {affiliateOf(row)}
      </span>
    ),
  },
  {
    title: valueIn(currency),
    className: 'log-figure',
    attributes: () => ({ 'data-label': valueIn(currency), 'data-chosen': true }),
    write: valueTextOf,
  },
  {
    title: 'Status',
    className: 'log-status',
    attributes: () => ({ 'data-label': 'Status' }),
    write: (row) => (
      <>
        <span>{statusOf(row)}</span>
        {row.unpaid_reason === null ? null : (
          <span className="log-mark">{unpaidWords[row.unpaid_reason]}</span>
        )}
      </>
    ),
  },
  {
    title: 'Seen by',
    className: 'log-sides',
    attributes: () => ({ 'data-label': 'Seen by' }),
    write: ({ pairing, value_mismatch }) => (
      <>
        <span>{sideWords[pairing]}</span>
        {value_mismatch ? <span className="log-mark">Values differ</span> : null}
      </>
    ),
  },
  {
    title: 'Campaign, ad set, ad',
    className: 'log-campaign',
    attributes: () => ({ 'data-label': 'Campaign' }),
    write: (row) => (
      <span className="log-short" title={pathOf(row)}>
        {pathOf(row) || none}
      </span>
    ),
  },
  {
    title: 'Reason for the credit',
    className: 'log-reason',
    attributes: () => ({ 'data-label': 'Reason' }),
    write: ({ reason }) => reason,
  },
];

function ConversionLink({ row, isLast }: { row: Conversion; isLast: boolean }) {
  const search = useSearch();
  return (
    <AppLink
      to={`/conversions/${encodeURIComponent(row.id)}${search ? `?${search}` : ''}`}
      className="log-link"
      title={nameOf(row)}
      {...(isLast ? { ref: takeFocus } : {})}
    >
      {nameOf(row)}
    </AppLink>
  );
}

const valueIn = (currency: string): string => `Value, ${currency}`;

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
