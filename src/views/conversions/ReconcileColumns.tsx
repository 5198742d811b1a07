import { useSelector } from '@xstate/react';
import { decimalMarks } from '#contract/amount-text.ts';
import {
  matchedBy,
  type ReconciledColumn,
  type Reconciliation,
  reconciledColumns,
} from '#contract/conversions/reconciliation.ts';
import type { ReconcileActor } from '#machines/conversions/reconcile.ts';
import { MenuSelect } from '../kit/MenuSelect.tsx';
import { columnWords, decimalWords, matchWords } from './reconcile-words.ts';

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
