import { useSelector } from '@xstate/react';
import { Upload } from 'lucide-react';
import { type ChangeEvent, useId } from 'react';
import { useSearch } from 'wouter';
import { decimalMarks } from '#contract/amount-text.ts';
import { type ConversionStatus, nextStatuses } from '#contract/conversions/decisions.ts';
import {
  matchedBy,
  type ReconciledColumn,
  type ReconciledRow,
  type Reconciliation,
  reconciledColumns,
} from '#contract/conversions/reconciliation.ts';
import type { Problem } from '#contract/problem.ts';
import type { ConversionDecisionActor } from '#machines/conversions/conversion-decision.ts';
import type { ReconcileActor } from '#machines/conversions/reconcile.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { Button } from '../kit/Button.tsx';
import { Failed } from '../kit/Failed.tsx';
import { change, count, money, none } from '../kit/format.ts';
import { MenuSelect } from '../kit/MenuSelect.tsx';
import { PlainTable } from '../kit/tables/PlainTable.tsx';
import { TableSkeleton } from '../kit/tables/TableSkeleton.tsx';
import { takeFocus } from '../kit/take-focus.ts';
import { settableStatuses, statusActionWords } from './decision-words.ts';
import {
  columnWords,
  decimalWords,
  matchWords,
  outcomesOf,
  outcomeWords,
} from './reconcile-words.ts';
import { TakeValues } from './TakeValues.tsx';

/** The comparison of a network's or shop's file with the conversions, and the actions on its differences. */
export function Reconcile({
  actor,
  last,
  decision,
}: {
  actor: ReconcileActor;
  /** The conversion that was open before; its line gets the focus back. */
  last: string | null;
  decision: ConversionDecisionActor | undefined;
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
      </header>
      <div className="reconcile-body">
        <p>
          A CSV of a network or shop, up to 5,000 lines, is compared with the conversions here.
          Nothing changes until you decide.
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
            problem={{ ...problem, message: problem.fields?.csv?.[0] ?? problem.message }}
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
  const search = useSearch();
  const values = useSelector(actor, ({ children }) => children.values);
  const { currency, theirs, ours } = found;
  const lastLine = found.rows.find((row) => row.conversion_id === last)?.line;
  const storyOf = (id: string) =>
    `/conversions/${encodeURIComponent(id)}${search ? `?${search}` : ''}`;
  return (
    <>
      <Columns actor={actor} found={found} busy={busy} />
      <dl className="reconcile-counts">
        {outcomesOf(found).map(({ outcome, lines }) => (
          <div key={outcome}>
            <dt>{outcomeWords[outcome]}</dt>
            <dd>{count(lines)}</dd>
          </div>
        ))}
        {found.columns.value === null ? null : (
          <div>
            <dt>Theirs against ours, {currency}</dt>
            <dd>
              {money(theirs, currency)} <span className="quiet">to {money(ours, currency)}, </span>
              {change(ours === 0 ? null : (theirs - ours) / ours)}
            </dd>
          </div>
        )}
      </dl>
      {decision ? <TakeOver rows={found.rows} decision={decision} /> : null}
      {decision && values ? <TakeValues actor={values} currency={currency} /> : null}
      {found.counts.uncompared > 0 ? (
        <p className="reconcile-note">
          {count(found.counts.uncompared)} lines were found and not compared: choose a column of
          statuses or values.
        </p>
      ) : null}
      {found.rows.length === 0 ? (
        found.counts.uncompared > 0 ? null : (
          <p className="reconcile-note">Every line agrees with the conversions here.</p>
        )
      ) : (
        <PlainTable<ReconciledRow>
          name="Lines that differ"
          rowTitle="Their id"
          rows={found.rows}
          keyOf={({ line }) => String(line)}
          write={({ key, line, conversion_id: id }) => (
            <>
              {id === null ? (
                key || none
              ) : (
                <AppLink to={storyOf(id)} {...(line === lastLine ? { ref: takeFocus } : {})}>
                  {key}
                </AppLink>
              )}
              <span className="desk-note">Line {line}</span>
            </>
          )}
          columns={[
            {
              title: 'What',
              isText: true,
              write: ({ outcome, because }) => because ?? outcomeWords[outcome],
            },
            {
              title: 'Their status',
              isText: true,
              write: ({ their_status: status }) => status ?? none,
            },
            {
              title: 'Our status',
              isText: true,
              write: ({ our_status: status }) => status ?? none,
            },
            {
              title: 'Their value',
              write: ({ their_value: value }) => money(value, currency),
              value: ({ their_value: value }) => value,
            },
            {
              title: 'Our value',
              write: ({ our_value: value }) => money(value, currency),
              value: ({ our_value: value }) => value,
            },
          ]}
          most={100}
        />
      )}
    </>
  );
}

/** The columns of the file; a change compares again. */
function Columns({
  actor,
  found: { header, columns, decimal, match_by: match },
  busy,
}: {
  actor: ReconcileActor;
  found: Reconciliation;
  busy: boolean;
}) {
  const chosen = useSelector(actor, ({ context }) => context.choice);
  const change = (column: ReconciledColumn, name: string) =>
    actor.send({
      type: 'columns.change',
      choice: {
        ...chosen,
        columns: { ...columns, [column]: name === '' ? null : name },
        matchBy: match,
      },
    });
  const names = [...new Set(header)].filter((name) => name !== '');
  const named = names.map((name) => ({ value: name, label: name }));
  return (
    <fieldset className="reconcile-columns" disabled={busy}>
      <legend className="only-read">How the file is read</legend>
      {reconciledColumns.map((column) => (
        <MenuSelect
          key={column}
          label={columnWords[column]}
          isLabelled
          value={columns[column] ?? ''}
          options={column === 'id' ? named : [{ value: '', label: 'None' }, ...named]}
          onChoose={(name) => change(column, name)}
        />
      ))}
      <MenuSelect
        label="Their id is our"
        isLabelled
        value={match}
        options={matchedBy.map((by) => ({ value: by, label: matchWords[by] }))}
        onChoose={(by) =>
          actor.send({ type: 'columns.change', choice: { ...chosen, columns, matchBy: by } })
        }
      />
      {columns.value === null ? null : (
        <MenuSelect
          label="Decimals after a"
          isLabelled
          value={decimal}
          options={decimalMarks.map((mark) => ({ value: mark, label: decimalWords[mark] }))}
          onChoose={(mark) => actor.send({ type: 'decimal.choose', decimal: mark })}
        />
      )}
    </fieldset>
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

function candidateFor(row: ReconciledRow, to: ConversionStatus) {
  const { conversion_id: id, our_status: status, their_status: wanted } = row;
  const can = id !== null && status !== null && wanted === to && nextStatuses(status).includes(to);
  return can ? [{ id, status }] : [];
}
