import type { Payment } from '#contract/analytics/report.ts';
import type { LoaderActor } from '#machines/kit/loader.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import type { Question } from '#model/query.ts';
import { count, day, money } from '../kit/format.ts';
import { LoaderPanel, type PanelProps } from '../kit/LoaderPanel.tsx';
import { Skeleton } from '../kit/Skeleton.tsx';
import { type PlainColumn, PlainTable } from '../kit/tables/PlainTable.tsx';
import { NoPayments } from './NoPayments.tsx';

const room = 9 * 32;

/** What each affiliate earned, what it gets of it, and what of that was paid. */
export function PaymentsPanel({
  actor,
  selection,
  menu,
  title,
  definition,
  isOfAll = false,
}: PanelProps<LoaderActor<Payment[], Question>> & {
  title: string;
  definition: string;
  /** Of every project: each with its name and its own currency, which nobody can add up. */
  isOfAll?: boolean;
}) {
  return (
    <LoaderPanel
      actor={actor}
      selection={selection}
      menu={menu}
      title={title}
      definition={definition}
      room={room}
      skeleton={<PaymentsSkeleton />}
      quiet={isOfAll ? undefined : <NoPayments selection={selection} />}
    >
      {(rows) => (
        <PlainTable
          name={`${title} by affiliate`}
          rowTitle="Affiliate"
          rows={rows}
          keyOf={({ project, affiliate_id }) => `${project} ${affiliate_id}`}
          write={(row) => <Affiliate row={row} selection={selection} isOfAll={isOfAll} />}
          columns={columnsOf(rows, isOfAll)}
          cellOf={(row) => ({
            name: nameOf(row, selection) ?? row.affid,
            cell: [{ grouping: 'affid', key: row.affid }],
            ...(isOfAll && { project: row.project }),
          })}
          wholeOf={isOfAll ? null : addedOf(rows)}
          isCards
          isFolded
          height={room}
        />
      )}
    </LoaderPanel>
  );
}

/** A sum over more affiliates does not fit into an address. */
const mostAdded = 500;

const addedOf = (rows: readonly Payment[]) =>
  rows.length > mostAdded
    ? null
    : { cell: [], affiliates: rows.map(({ affiliate_id }) => affiliate_id) };

/** Affiliates of other projects are known by their code alone. */
function nameOf({ affiliate_id }: Payment, selection: SelectionActor): string | undefined {
  const { affiliates } = selection.getSnapshot().context;
  return affiliates.find(({ id }) => id === affiliate_id)?.name;
}

function Affiliate({
  row,
  selection,
  isOfAll,
}: {
  row: Payment;
  selection: SelectionActor;
  isOfAll: boolean;
}) {
  const { affid, project_name, currency } = row;
  const name = nameOf(row, selection);
  return (
    <>
      {name ?? affid}{' '}
      <span className="desk-note">
        {isOfAll ? `${project_name}, ${currency}` : name ? affid : null}
      </span>
    </>
  );
}

function PaymentsSkeleton() {
  return (
    <div className="places-rows" style={{ height: room }} aria-hidden="true">
      {[128, 92, 116, 84, 104].map((width) => (
        <div key={width} className="places-row">
          <Skeleton width={width} height={10} />
          <Skeleton width={64} height={10} />
          <Skeleton width={64} height={10} />
        </div>
      ))}
    </div>
  );
}

type Amount =
  | 'purchases'
  | 'revenue'
  | 'refund_amount'
  | 'adjustment_amount'
  | 'net_revenue'
  | 'payout'
  | 'payout_paid'
  | 'payout_due';

/** Sums of cents are whole numbers: nothing is lost on the way. */
const sum = (rows: readonly Payment[], key: Amount): number =>
  rows.reduce((cents, row) => cents + Math.round(row[key] * 100), 0) / 100;

/** Corrections have a column where there are any: net is not made of gross and refunds alone then. */
function columnsOf(rows: readonly Payment[], isOfAll: boolean): PlainColumn<Payment>[] {
  const isCorrected = rows.some(({ adjustment_amount }) => adjustment_amount !== 0);
  const column = (
    title: string,
    key: Amount,
    write: (value: number) => string,
    figure?: string,
  ) => ({
    title,
    ...(figure && { figure }),
    write: (row: Payment) => write(row[key]),
    value: (row: Payment) => row[key],
    ...(isOfAll ? {} : { total: write(sum(rows, key)) }),
  });
  return [
    column('Purchases', 'purchases', count, 'server_purchases'),
    column('Gross', 'revenue', money, 'server_revenue'),
    column('Refunds', 'refund_amount', money, 'refund_amount'),
    ...(isCorrected
      ? [column('Corrections', 'adjustment_amount', money, 'adjustment_amount')]
      : []),
    column('Net', 'net_revenue', money, 'net_revenue'),
    column('Payout', 'payout', money, 'payout'),
    column('Paid', 'payout_paid', money),
    column('Due', 'payout_due', money),
    {
      title: 'Last paid',
      write: ({ last_payment_at }) =>
        last_payment_at === null ? '–' : day(last_payment_at.slice(0, 10)),
      value: ({ last_payment_at }) =>
        last_payment_at === null ? null : Date.parse(last_payment_at),
    },
  ];
}
