import { useSelector } from '@xstate/react';
import { Wallet } from 'lucide-react';
import type { Payout } from '#contract/payouts/schemas.ts';
import type {
  BalancesActor,
  PayoutsActor,
  SavePayoutsActor,
} from '#machines/conversions/payouts.ts';
import { Button } from '../kit/Button.tsx';
import { Failed } from '../kit/Failed.tsx';
import { day, dayIn, days, moment, money, none } from '../kit/format.ts';
import { MoreRows } from '../kit/MoreRows.tsx';
import { RefreshButton } from '../kit/RefreshButton.tsx';
import { SavedFile, SaveFile } from '../kit/SaveFile.tsx';
import { type DataColumn, DataTable } from '../kit/tables/DataTable.tsx';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';

type Props = {
  actor: PayoutsActor;
  balances: BalancesActor;
  mayUndo: boolean;
};

/** What was paid to affiliates, the latest paid first. */
export function PayoutList({
  actor,
  balances,
  saving,
  mayUndo,
}: Props & { saving: SavePayoutsActor }) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const waits = useSelector(
    actor,
    (snapshot) => snapshot.hasTag('busy') && snapshot.context.rows.length > 0,
  );
  const query = useSelector(actor, ({ context }) => context.query);
  return (
    <section className="panel" aria-labelledby="payouts-title" aria-busy={busy}>
      <div className="panel-progress" data-running={waits || undefined} />
      <header className="panel-head">
        <h2 className="panel-title" id="payouts-title">
          Payouts
        </h2>
        <p className="panel-freshness">All of them, whatever days are selected</p>
        <div className="panel-tools">
          <SaveFile actor={saving} requestOf={(format) => ({ query, format })} />
          <RefreshButton actor={actor} />
        </div>
      </header>
      <SavedFile actor={saving} />
      <Body actor={actor} balances={balances} mayUndo={mayUndo} />
    </section>
  );
}

function Body({ actor, balances, mayUndo }: Props) {
  const failed = useSelector(actor, (snapshot) => snapshot.matches('failed'));
  const empty = useSelector(actor, (snapshot) => snapshot.matches('empty'));
  const showing = useSelector(actor, (snapshot) => snapshot.hasTag('showing'));
  const { rows, problem } = useSelector(actor, ({ context }) => context);
  if (failed && problem) {
    return (
      <Failed problem={problem} name="payouts" onRetry={() => actor.send({ type: 'retry' })} />
    );
  }
  if (empty) return <Nothing mayRecord={mayUndo} />;
  if (rows.length === 0 && !showing) return <TableSkeleton rows={4} columns={6} />;
  return (
    <>
      {rows.length > 0 ? <PayoutTable actor={actor} balances={balances} mayUndo={mayUndo} /> : null}
      <MoreRows
        actor={actor}
        nextPage={{ hint: 'Rows above are kept.', retry: 'Retry the next payouts' }}
        refresh={{ hint: 'The rows may be outdated.', retry: 'Retry the payouts' }}
      />
    </>
  );
}

function Nothing({ mayRecord }: { mayRecord: boolean }) {
  return (
    <div className="blank">
      <Wallet size={24} aria-hidden="true" />
      <p className="blank-title">No payout is recorded yet</p>
      <p>
        {mayRecord
          ? 'After you have paid an affiliate, choose Record beside the amount due.'
          : 'Owners and managers record what they have paid.'}
      </p>
    </div>
  );
}

function PayoutTable({ actor, balances, mayUndo }: Props) {
  const rows = useSelector(actor, ({ context }) => context.rows);
  const zone = useSelector(actor, ({ context }) => context.query.timezone);
  const undo: DataColumn<Payout> = {
    title: 'Undo',
    write: (row) => <Undo row={row} balances={balances} />,
  };
  return (
    <DataTable<Payout>
      frame={{ name: 'Payouts of the list', className: 'log-frame' }}
      className="log"
      caption="Payouts, the latest paid first"
      rows={rows}
      keyOf={({ id }) => id}
      rowAttributes={(row) => ({ 'data-undone': row.undone_at !== null || undefined })}
      columns={mayUndo ? [...columnsIn(zone), undo] : columnsIn(zone)}
    />
  );
}

const columnsIn = (zone: string): DataColumn<Payout>[] => [
  {
    title: 'Paid',
    isName: true,
    cellClass: 'log-time',
    write: ({ paid_at }) => <time dateTime={paid_at}>{day(dayIn(paid_at, zone))}</time>,
  },
  {
    title: 'Affiliate',
    cellClass: 'log-affiliate',
    write: ({ affiliate_name, affid }) => (
      <>
        {affiliate_name} <span className="log-reason">{affid}</span>
      </>
    ),
  },
  { title: 'Amount', className: 'log-figure', cellClass: 'payout-amount', write: amountOf },
  {
    title: 'For earnings of',
    write: ({ period_start, period_end }) =>
      period_start && period_end ? days(period_start, period_end) : none,
  },
  { title: 'Reference', cellClass: 'log-affiliate', write: ({ reference }) => reference ?? none },
  {
    title: 'Recorded',
    cellClass: 'log-affiliate payout-recorded',
    write: (row) => (
      <>
        {row.recorded_at === null ? none : day(dayIn(row.recorded_at, zone))}
        {row.recorded_by === null ? null : (
          <span className="log-reason">{` by ${row.recorded_by}`}</span>
        )}
        {row.undone_at === null ? null : (
          <span className="log-reason">{undoneWords(row.undone_at, row.undone_by, zone)}</span>
        )}
      </>
    ),
  },
];

const amountOf = ({ amount, currency }: Payout): string => `${money(amount, currency)} ${currency}`;

function Undo({ row, balances }: { row: Payout; balances: BalancesActor }) {
  const isReady = useSelector(balances, (snapshot) => snapshot.matches({ ready: 'resting' }));
  if (row.undone_at !== null) return 'Undone';
  if (row.undo_until === null) return none;
  return (
    <Button
      size="small"
      aria-disabled={!isReady}
      aria-label={`Undo the payout of ${amountOf(row)} to ${row.affiliate_name}`}
      onClick={() => balances.send({ type: 'action.run', action: { kind: 'undo', payout: row } })}
    >
      Undo
    </Button>
  );
}

const undoneWords = (at: string, by: string | null, zone: string): string =>
  `. Undone ${moment(at, zone)}${by === null ? '' : ` by ${by}`}; it counts nowhere.`;
