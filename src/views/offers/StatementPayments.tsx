import { useSelector } from '@xstate/react';
import type { Statement, StatementPayment } from '#contract/payouts/statement.ts';
import {
  mayPay,
  type OfferPayoutsActor,
  type StatementsActor,
} from '#machines/offers/offer-payouts.ts';
import { Button } from '../kit/Button.tsx';
import { day, dayIn, days, money, none } from '../kit/format.ts';
import { type DataColumn, DataTable } from '../kit/tables/DataTable.tsx';

type Props = { actor: OfferPayoutsActor; statements: StatementsActor; statement: Statement };

/** The payments of a statement. */
export function StatementPayments({ actor, statements, statement }: Props) {
  const zone = useSelector(actor, ({ context }) => context.query.timezone);
  const mayRecord = useSelector(actor, ({ context }) => mayPay(context));
  if (statement.payments.length === 0) return null;
  const { currency } = statement;
  const columns: DataColumn<StatementPayment>[] = [
    {
      title: 'Paid on',
      isName: true,
      write: ({ paid_at }) => <time dateTime={paid_at}>{day(dayIn(paid_at, zone))}</time>,
    },
    {
      title: 'For earnings of',
      write: ({ period_start, period_end }) =>
        period_start && period_end ? days(period_start, period_end) : none,
    },
    { title: 'Reference', write: ({ reference }) => reference ?? none },
    { title: 'Amount', className: 'log-figure', write: ({ amount }) => money(amount, currency) },
  ];
  const undo: DataColumn<StatementPayment> = {
    title: 'Undo',
    write: (payment) => <Undo statements={statements} payment={payment} currency={currency} />,
  };
  const canUndo = mayRecord && statement.payments.some(({ undo_until }) => undo_until !== null);
  return (
    <DataTable<StatementPayment>
      frame={{ name: 'What was paid', className: 'log-frame' }}
      className="log"
      caption="What was paid for these days"
      isCaptionShown
      rows={statement.payments}
      keyOf={({ id }) => id}
      columns={canUndo ? [...columns, undo] : columns}
    />
  );
}

function Undo({
  statements,
  payment,
  currency,
}: Pick<Props, 'statements'> & { payment: StatementPayment; currency: string }) {
  const isReady = useSelector(statements, (snapshot) => snapshot.matches({ ready: 'resting' }));
  if (payment.undo_until === null) return none;
  return (
    <Button
      size="small"
      aria-disabled={!isReady}
      aria-label={`Undo the payment of ${money(payment.amount, currency)}`}
      onClick={() =>
        statements.send({ type: 'action.run', action: { kind: 'undo', payout: payment.id } })
      }
    >
      Undo
    </Button>
  );
}
