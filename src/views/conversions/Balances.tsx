import { useSelector } from '@xstate/react';
import type { BalancesActor } from '#machines/conversions/payouts.ts';
import { type BalanceRow, proposedPayout } from '#model/payouts.ts';
import { Button } from '../kit/Button.tsx';
import { CollectionNotice } from '../kit/CollectionNotice.tsx';
import { Failed } from '../kit/Failed.tsx';
import { FormDialog } from '../kit/FormDialog.tsx';
import { day, money, none } from '../kit/format.ts';
import { NoAffiliates } from '../kit/NoAffiliates.tsx';
import { type DataColumn, DataTable } from '../kit/tables/DataTable.tsx';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';
import { PayoutForm } from './PayoutForm.tsx';

type Props = { actor: BalancesActor; mayRecord: boolean; mayCreate: boolean };

/** What each affiliate earned, was paid and is due at the end of the selected days. */
export function Balances({ actor, mayRecord, mayCreate }: Props) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const rereading = useSelector(actor, (snapshot) =>
    snapshot.matches({ ready: { resting: 'rereading' } }),
  );
  const { currency, period } = useSelector(actor, ({ context }) => context.scope);
  return (
    <section className="panel" aria-labelledby="balances-title" aria-busy={busy}>
      <div className="panel-progress" data-running={rereading || undefined} />
      <header className="panel-head">
        <h2 className="panel-title" id="balances-title">
          Due to affiliates
        </h2>
        <p className="panel-freshness">{`At the end of ${day(period.end)}, in ${currency}`}</p>
      </header>
      <p className="payouts-lead">
        Due is what was approved since the first conversion, less refunds and less what was paid.
        Sales that only browsers reported are not due: a server or a network must report them, too.
        The last selected day is the last one that counts.
      </p>
      <CollectionNotice actor={actor} nameOf={({ name }) => name} retryLabel="Retry what is due" />
      <Body actor={actor} mayRecord={mayRecord} mayCreate={mayCreate} />
      <Recording actor={actor} />
    </section>
  );
}

function Body({ actor, mayRecord, mayCreate }: Props) {
  const showing = useSelector(actor, (snapshot) => snapshot.hasTag('showing'));
  const { rows, problem } = useSelector(actor, ({ context }) => context);
  if (!showing) {
    return problem ? (
      <Failed problem={problem} name="balances" onRetry={() => actor.send({ type: 'retry' })} />
    ) : (
      <TableSkeleton rows={4} columns={6} />
    );
  }
  if (rows.length === 0) {
    return (
      <NoAffiliates
        why="Payouts go to affiliates, and this project has none."
        mayCreate={mayCreate}
      />
    );
  }
  return <BalanceTable actor={actor} mayRecord={mayRecord} />;
}

function BalanceTable({ actor, mayRecord }: Pick<Props, 'actor' | 'mayRecord'>) {
  const rows = useSelector(actor, ({ context }) => context.rows);
  const columns: DataColumn<BalanceRow>[] = [
    {
      title: 'Affiliate',
      isName: true,
      cellClass: 'log-affiliate',
      write: ({ name, affid }) => (
        <>
          {name} <span className="log-reason">{affid}</span>
        </>
      ),
    },
    ...figures,
    { title: 'Paid through', write: (row) => dayOr(row.paid_through) },
  ];
  const record: DataColumn<BalanceRow> = {
    title: 'Payout',
    write: (row) => <RecordButton actor={actor} row={row} />,
  };
  return (
    <DataTable<BalanceRow>
      frame={{ name: 'Amounts due', className: 'log-frame' }}
      className="log"
      caption="Due to affiliates"
      rows={rows}
      keyOf={({ id }) => id}
      columns={mayRecord ? [...columns, record] : columns}
    />
  );
}

const dayOr = (date: string | null): string => (date === null ? none : day(date));

const figures: DataColumn<BalanceRow>[] = [
  {
    title: 'Earned',
    className: 'log-figure',
    write: ({ earned, currency }) => money(earned, currency),
  },
  {
    title: 'Not approved yet',
    className: 'log-figure',
    write: ({ pending, currency }) => money(pending, currency),
  },
  { title: 'Paid', className: 'log-figure', write: ({ paid, currency }) => money(paid, currency) },
  {
    title: 'Due',
    className: 'log-figure',
    write: ({ due, advance, currency }) => (
      <>
        {money(due, currency)}
        {advance > 0 ? (
          <span className="log-reason payouts-advance">
            {`${money(advance, currency)} paid in advance`}
          </span>
        ) : null}
      </>
    ),
  },
];

function RecordButton({ actor, row }: Pick<Props, 'actor'> & { row: BalanceRow }) {
  const isReady = useSelector(actor, (snapshot) => snapshot.matches({ ready: 'resting' }));
  const through = useSelector(actor, ({ context }) => context.scope.period.end);
  return (
    <Button
      size="small"
      aria-disabled={!isReady}
      aria-label={`Record a payout to ${row.name}`}
      onClick={() =>
        actor.send({ type: 'entry.edit', entry: row, draft: proposedPayout(row, through) })
      }
    >
      Record
    </Button>
  );
}

/** The form, while a payout is being written or saved. */
function Recording({ actor }: Pick<Props, 'actor'>) {
  const writing = useSelector(actor, (snapshot) => snapshot.hasTag('writing'));
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const { entry, draft, problem } = useSelector(actor, ({ context }) => context);
  if (!writing || !entry || !draft) return null;
  const cancel = () => actor.send({ type: 'form.cancel' });
  return (
    <FormDialog title={`Payout to ${entry.name}`} onClose={cancel}>
      <PayoutForm
        balance={entry}
        draft={draft}
        busy={busy}
        problem={problem}
        onSave={(saved) => actor.send({ type: 'entry.save', draft: saved })}
        onCancel={cancel}
      />
    </FormDialog>
  );
}
