import { useSelector } from '@xstate/react';
import type { FormEvent } from 'react';
import { decimalMarks } from '#contract/amount-text.ts';
import {
  expectedAffiliates,
  matchedBy,
  type ReconciledColumn,
  type Reconciliation,
  reconciledColumns,
} from '#contract/conversions/reconciliation.ts';
import type { ReconcileActor } from '#machines/conversions/reconcile.ts';
import { Button } from '../kit/Button.tsx';
import { MenuSelect } from '../kit/MenuSelect.tsx';
import { columnWords, decimalWords, expectedWords, matchWords } from './reconcile-words.ts';

/** The columns of the file; a change compares again. */
export function ReconcileColumns({
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

/** Which conversions here the file should contain; a change compares again. */
export function ExpectedDays({
  actor,
  found: { left_out: leftOut },
  busy,
}: {
  actor: ReconcileActor;
  found: Reconciliation;
  busy: boolean;
}) {
  const chosen = useSelector(actor, ({ context }) => context.choice);
  const affiliates = chosen.affiliates ?? 'named';
  const look = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const days = { start: String(fields.get('start')), end: String(fields.get('end')) };
    actor.send({ type: 'columns.change', choice: { ...chosen, days } });
  };
  return (
    <form
      key={`${leftOut?.start_date} ${leftOut?.end_date}`}
      className="reconcile-days"
      aria-label="What the file should contain"
      onSubmit={look}
    >
      <label>
        <span>It should contain ours from</span>
        <input
          className="input"
          type="date"
          name="start"
          required
          defaultValue={leftOut?.start_date}
        />
      </label>
      <label>
        <span>to</span>
        <input className="input" type="date" name="end" required defaultValue={leftOut?.end_date} />
      </label>
      <MenuSelect
        label="Of"
        isLabelled
        value={affiliates}
        options={expectedAffiliates.map((of) => ({ value: of, label: expectedWords[of] }))}
        onChoose={(of) =>
          actor.send({ type: 'columns.change', choice: { ...chosen, affiliates: of } })
        }
      />
      <Button type="submit" disabled={busy}>
        Look in these days
      </Button>
    </form>
  );
}
