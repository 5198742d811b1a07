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
  return (
    <section
      className="log-frame"
      aria-label="Payouts of the list"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table className="log">
        <caption className="only-read">Payouts, the latest paid first</caption>
        <thead>
          <tr>
            <th scope="col">Paid</th>
            <th scope="col">Affiliate</th>
            <th scope="col" className="log-figure">
              Amount
            </th>
            <th scope="col">For earnings of</th>
            <th scope="col">Reference</th>
            <th scope="col">Recorded</th>
            {mayUndo ? <th scope="col">Undo</th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} zone={zone} balances={balances} mayUndo={mayUndo} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({
  row,
  zone,
  balances,
  mayUndo,
}: Omit<Props, 'actor'> & { row: Payout; zone: string }) {
  const isReady = useSelector(balances, (snapshot) => snapshot.matches({ ready: 'resting' }));
  const { affiliate_name, affid, amount, currency, paid_at, period_start, period_end } = row;
  const isUndone = row.undone_at !== null;
  return (
    <tr data-undone={isUndone || undefined}>
      <th scope="row" className="log-time">
        <time dateTime={paid_at}>{day(dayIn(paid_at, zone))}</time>
      </th>
      <td className="log-affiliate">
        {affiliate_name} <span className="log-reason">{affid}</span>
      </td>
      <td className="log-figure payout-amount">{`${money(amount, currency)} ${currency}`}</td>
      <td>{period_start && period_end ? days(period_start, period_end) : none}</td>
      <td className="log-affiliate">{row.reference ?? none}</td>
      <td className="log-affiliate payout-recorded">
        {row.recorded_at === null ? none : day(dayIn(row.recorded_at, zone))}
        {row.recorded_by === null ? null : (
          <span className="log-reason">{` by ${row.recorded_by}`}</span>
        )}
        {row.undone_at === null ? null : (
          <span className="log-reason">{undoneWords(row.undone_at, row.undone_by, zone)}</span>
        )}
      </td>
      {mayUndo ? (
        <td>
          {isUndone ? (
            'Undone'
          ) : (
            <Button
              size="small"
              aria-disabled={!isReady}
              aria-label={`Undo the payout of ${money(amount, currency)} ${currency} to ${affiliate_name}`}
              onClick={() =>
                balances.send({ type: 'action.run', action: { kind: 'undo', payout: row } })
              }
            >
              Undo
            </Button>
          )}
        </td>
      ) : null}
    </tr>
  );
}

const undoneWords = (at: string, by: string | null, zone: string): string =>
  `. Undone ${moment(at, zone)}${by === null ? '' : ` by ${by}`}; it counts nowhere.`;
