import { useSelector } from '@xstate/react';
import { Upload } from 'lucide-react';
import { type ChangeEvent, useId } from 'react';
import { decimalMarks } from '#contract/amount-text.ts';
import { type ConversionStatus, nextStatuses } from '#contract/conversions/decisions.ts';
import {
  maxReconciled,
  type ReconciledRow,
  type Reconciliation,
} from '#contract/conversions/reconciliation.ts';
import type { Problem } from '#contract/problem.ts';
import type { ExportActor } from '#machines/app/export.ts';
import type { ConversionDecisionActor } from '#machines/conversions/conversion-decision.ts';
import type { ReconcileActor } from '#machines/conversions/reconcile.ts';
import { Button } from '../kit/Button.tsx';
import { ExportMenu } from '../kit/ExportMenu.tsx';
import { Failed } from '../kit/Failed.tsx';
import { count } from '../kit/format.ts';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';
import { settableStatuses, statusActionWords } from './decision-words.ts';
import { ExpectedDays } from './ExpectedDays.tsx';
import { ReconcileColumns } from './ReconcileColumns.tsx';
import { ReconcileLines } from './ReconcileLines.tsx';
import { ReconcileTotals } from './ReconcileTotals.tsx';
import { decimalWords } from './reconcile-words.ts';
import { TakeValues } from './TakeValues.tsx';

/** The comparison of a network's or shop's file with the conversions, and the actions on its differences. */
export function Reconcile({
  actor,
  last,
  decision,
  exporter,
}: {
  actor: ReconcileActor;
  /** The conversion that was open before; its line gets the focus back. */
  last: string | null;
  decision: ConversionDecisionActor | undefined;
  exporter: ExportActor | undefined;
}) {
  const { file, found, problem } = useSelector(actor, ({ context }) => context);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const failed = useSelector(actor, (snapshot) => snapshot.hasTag('failed'));
  const asking = useSelector(actor, (snapshot) => snapshot.matches('asking'));
  const title = useId();
  const id = useId();
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = currentTarget.files ?? [];
    currentTarget.value = '';
    if (chosen) actor.send({ type: 'file.choose', file: chosen });
  };
  return (
    <section className="panel reconcile" aria-labelledby={title} aria-busy={busy}>
      <header className="panel-head">
        <h2 className="panel-title" id={title}>
          Reconcile
        </h2>
        {found && exporter ? (
          <div className="panel-tools">
            <Export actor={actor} exporter={exporter} />
          </div>
        ) : null}
      </header>
      <div className="reconcile-body">
        <p>
          Compares a CSV of a network or shop, up to {count(maxReconciled)} lines, with the
          conversions here, and lists what the file leaves out. Nothing changes until you decide.
        </p>
        <div className="reconcile-file">
          <label className="button" data-look={found ? 'plain' : 'primary'} htmlFor={id}>
            <Upload size={14} aria-hidden="true" />
            {file ? 'Choose another file' : 'Choose a file'}
          </label>
          <input
            id={id}
            className="only-read"
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            onChange={choose}
          />
          <span role="status">{file ? file.name : ''}</span>
        </div>
        {asking && problem ? <Ask actor={actor} problem={problem} /> : null}
        {failed && problem ? (
          <Failed
            problem={{ ...problem, message: sentenceOf(problem) }}
            name="comparison"
            onRetry={() => actor.send({ type: 'retry' })}
          />
        ) : null}
        {found ? (
          <Found
            actor={actor}
            found={found}
            last={last}
            busy={busy || asking}
            decision={decision}
          />
        ) : busy ? (
          <TableSkeleton rows={8} columns={5} />
        ) : null}
      </div>
    </section>
  );
}

function Found({
  actor,
  found,
  last,
  busy,
  decision,
}: {
  actor: ReconcileActor;
  found: Reconciliation;
  last: string | null;
  busy: boolean;
  decision: ConversionDecisionActor | undefined;
}) {
  const values = useSelector(actor, ({ children }) => children.values);
  return (
    <>
      <ReconcileColumns actor={actor} found={found} busy={busy} />
      <ExpectedDays actor={actor} found={found} busy={busy} />
      <ReconcileTotals found={found} />
      {decision ? <TakeOver rows={found.rows} decision={decision} /> : null}
      {decision && values ? <TakeValues actor={values} currency={found.currency} /> : null}
      {found.counts.uncompared > 0 ? (
        <p className="reconcile-note">
          {count(found.counts.uncompared)} lines were found and not compared, because only one side
          names a status or a value. The columns above say which are read.
        </p>
      ) : null}
      {found.rows.length > 0 ? (
        <ReconcileLines found={found} last={last} />
      ) : found.counts.uncompared > 0 ? null : (
        <p className="reconcile-note">
          Every line agrees with the conversions here
          {found.left_out ? ', and the file leaves none of them out' : ''}.
        </p>
      )}
    </>
  );
}

/** Exports every line of the comparison, also those that agree. */
function Export({ actor, exporter }: { actor: ReconcileActor; exporter: ExportActor }) {
  return (
    <ExportMenu
      label="Export the comparison"
      onChoose={(form) => {
        const { project, timezone, file, choice } = actor.getSnapshot().context;
        exporter.send({
          type: 'export.start',
          request: {
            title: 'Reconciliation',
            report: 'reconciliation',
            ...form,
            question: { project, timezone, file, choice },
          },
        });
      }}
    />
  );
}

/** Asks what the file does not tell, once for all of its amounts. */
const Ask = ({ actor, problem }: { actor: ReconcileActor; problem: Problem }) => (
  <fieldset className="reconcile-acts" aria-label="Decimals">
    <p role="status">{problem.fields?.decimal?.[0] ?? problem.message}</p>
    {decimalMarks.map((mark) => (
      <Button key={mark} onClick={() => actor.send({ type: 'decimal.choose', decimal: mark })}>
        A {decimalWords[mark]}
      </Button>
    ))}
  </fieldset>
);

/** Takes over the file's statuses, one decision per status: its effect is shown first, and it can be undone. */
function TakeOver({
  rows,
  decision,
}: {
  rows: readonly ReconciledRow[];
  decision: ConversionDecisionActor;
}) {
  const groups = settableStatuses.flatMap((to) => {
    const chosen = rows.flatMap((row) => candidateFor(row, to));
    return chosen.length > 0 ? [{ to, chosen }] : [];
  });
  if (groups.length === 0) return null;
  return (
    <fieldset className="reconcile-acts">
      <legend className="only-read">Use their statuses</legend>
      {groups.map(({ to, chosen }) => (
        <Button
          key={to}
          onClick={() => {
            decision.send({ type: 'decision.cancel' });
            decision.send({ type: 'rows.clear' });
            decision.send({ type: 'rows.choose', rows: chosen, on: true });
            decision.send({ type: 'decision.start', to });
          }}
        >
          {statusActionWords[to]} {count(chosen.length)} as they did
        </Button>
      ))}
    </fieldset>
  );
}

const sentenceOf = ({ fields, message }: Problem): string =>
  (fields?.csv ?? fields?.end_date)?.[0] ?? message;

function candidateFor(row: ReconciledRow, to: ConversionStatus) {
  const { conversion_id: id, our_status: status, their_status: wanted } = row;
  const can = id !== null && status !== null && wanted === to && nextStatuses(status).includes(to);
  return can ? [{ id, status }] : [];
}
