import { useSelector } from '@xstate/react';
import type { Payment } from '#contract/analytics/report.ts';
import { sumOf } from '#contract/analytics/table-figures.ts';
import { moneyPlaces } from '#contract/currency-decimals.ts';
import type { LoaderActor } from '#machines/kit/loader.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { affiliatesOf } from '#machines/selection/selection-model.ts';
import type { Question } from '#model/query.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { count, day, money } from '../kit/format.ts';
import { LoaderPanel, type PanelProps } from '../kit/LoaderPanel.tsx';
import { Skeleton } from '../kit/Skeleton.tsx';
import { type PlainColumn, PlainTable } from '../kit/tables/PlainTable.tsx';
import { NoPayments } from './NoPayments.tsx';

const room = 9 * 32;

/** The revenue of each affiliate, its payout, and the paid part. */
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
  /** Covers every project, with names and currencies, so that there is no total. */
  isOfAll?: boolean;
}) {
  const isNobody = useSelector(selection, ({ context }) => affiliatesOf(context).length === 0);
  return (
    <LoaderPanel
      actor={actor}
      selection={selection}
      menu={menu}
      title={title}
      definition={definition}
      tools={
        isOfAll || isNobody ? undefined : (
          <AppLink to="/conversions/payouts" className="button" data-look="quiet" data-size="small">
            Payouts
          </AppLink>
        )
      }
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

/** An address has no room for the ids of more affiliates. */
const mostAdded = 500;

const addedOf = (rows: readonly Payment[]) =>
  rows.length > mostAdded
    ? null
    : { cell: [], affiliates: rows.map(({ affiliate_id }) => affiliate_id) };

/** Affiliates of other projects are named by their code. */
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

/** More may be paid in these days than is earned in them; that is never a debt below zero. */
const dueWords = (due: number, currency: string): string =>
  due < 0 ? `${money(-due, currency)} in advance` : money(due, currency);

/** The column of corrections is shown when there are any, because net then differs from gross minus refunds. */
function columnsOf(rows: readonly Payment[], isOfAll: boolean): PlainColumn<Payment>[] {
  const currency = rows[0]?.currency ?? '';
  const sum = (key: Amount) =>
    sumOf(
      rows.map((row) => row[key]),
      moneyPlaces(currency),
    );
  const isCorrected = rows.some(({ adjustment_amount }) => adjustment_amount !== 0);
  const column = (
    title: string,
    key: Amount,
    write: (value: number, currency: string) => string,
    figure?: string,
  ) => ({
    title,
    ...(figure && { figure }),
    write: (row: Payment) => write(row[key], row.currency),
    value: (row: Payment) => row[key],
    ...(isOfAll ? {} : { total: write(sum(key), currency) }),
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
    column('Due', 'payout_due', dueWords),
    {
      title: 'Last paid',
      write: ({ last_payment_at }) =>
        last_payment_at === null ? '–' : day(last_payment_at.slice(0, 10)),
      value: ({ last_payment_at }) =>
        last_payment_at === null ? null : Date.parse(last_payment_at),
    },
  ];
}
