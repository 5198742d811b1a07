import { useSelector } from '@xstate/react';
import type { BalancesActor } from '#machines/conversions/payouts.ts';
import { type BalanceRow, proposedPayout } from '#model/payouts.ts';
import { Button } from '../kit/Button.tsx';
import { CollectionNotice } from '../kit/CollectionNotice.tsx';
import { Failed } from '../kit/Failed.tsx';
import { FormDialog } from '../kit/FormDialog.tsx';
import { day, money, none } from '../kit/format.ts';
import { NoAffiliates } from '../kit/NoAffiliates.tsx';
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
  return (
    <section
      className="log-frame"
      aria-label="Amounts due"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table className="log">
        <caption className="only-read">Due to affiliates</caption>
        <thead>
          <tr>
            <th scope="col">Affiliate</th>
            <th scope="col" className="log-figure">
              Earned
            </th>
            <th scope="col" className="log-figure">
              Not approved yet
            </th>
            <th scope="col" className="log-figure">
              Paid
            </th>
            <th scope="col" className="log-figure">
              Due
            </th>
            <th scope="col">Paid through</th>
            {mayRecord ? <th scope="col">Payout</th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} actor={actor} row={row} mayRecord={mayRecord} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ actor, row, mayRecord }: Pick<Props, 'actor' | 'mayRecord'> & { row: BalanceRow }) {
  const isReady = useSelector(actor, (snapshot) => snapshot.matches({ ready: 'resting' }));
  const through = useSelector(actor, ({ context }) => context.scope.period.end);
  const { name, affid, currency, earned, pending, paid, due, advance, paid_through } = row;
  return (
    <tr>
      <th scope="row" className="log-affiliate">
        {name} <span className="log-reason">{affid}</span>
      </th>
      <td className="log-figure">{money(earned, currency)}</td>
      <td className="log-figure">{money(pending, currency)}</td>
      <td className="log-figure">{money(paid, currency)}</td>
      <td className="log-figure">
        {money(due, currency)}
        {advance > 0 ? (
          <span className="log-reason payouts-advance">
            {`${money(advance, currency)} paid in advance`}
          </span>
        ) : null}
      </td>
      <td>{paid_through === null ? none : day(paid_through)}</td>
      {mayRecord ? (
        <td>
          <Button
            size="small"
            aria-disabled={!isReady}
            aria-label={`Record a payout to ${name}`}
            onClick={() =>
              actor.send({
                type: 'entry.edit',
                entry: row,
                draft: proposedPayout(row, through),
              })
            }
          >
            Record
          </Button>
        </td>
      ) : null}
    </tr>
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
