import { Field as BaseField } from '@base-ui/react/field';
import type { Problem } from '#contract/problem.ts';
import type { BalanceRow, PayoutDraft } from '#model/payouts.ts';
import { Button } from '../kit/Button.tsx';
import { FieldNote } from '../kit/FieldNote.tsx';
import { FormField } from '../kit/FormField.tsx';
import { money } from '../kit/format.ts';
import { SchemaForm } from '../kit/SchemaForm.tsx';
import { numbersIn, numberText } from '../kit/typed-number.ts';

const fields: readonly string[] = [
  'amount',
  'currency',
  'period_start',
  'period_end',
  'paid_on',
  'reference',
] satisfies (keyof PayoutDraft)[];

/** The form of a payout, with the amount due proposed. */
export function PayoutForm({
  balance,
  draft,
  busy,
  problem,
  onSave,
  onCancel,
}: {
  balance: BalanceRow;
  draft: PayoutDraft;
  busy: boolean;
  problem: Problem | null;
  onSave: (draft: PayoutDraft) => void;
  onCancel: () => void;
}) {
  const elsewhere = problem && elsewhereIn(problem);
  return (
    <SchemaForm
      name="Payout"
      schema={async () => (await import('#contract/payouts/schemas.ts')).payoutFormSchema}
      read={numbersIn('amount')}
      problems={problem?.fields}
      onAnswers={onSave}
    >
      <fieldset className="note-fields" disabled={busy} aria-busy={busy}>
        <FormField
          name="amount"
          label="Amount"
          autoComplete="off"
          autoFocus
          defaultValue={numberText(draft.amount)}
        >
          <FieldNote>{dueWords(balance)}</FieldNote>
        </FormField>
        <FormField
          name="currency"
          label="Currency"
          autoComplete="off"
          defaultValue={draft.currency}
        />
        <div className="payout-days">
          <DayField name="period_start" label="For earnings from" initial={draft.period_start} />
          <DayField name="period_end" label="to" initial={draft.period_end} />
        </div>
        <DayField name="paid_on" label="Paid on" initial={draft.paid_on} />
        <FormField
          name="reference"
          label="Reference"
          autoComplete="off"
          defaultValue={draft.reference ?? ''}
        >
          <FieldNote>Optional, such as the number of the transfer.</FieldNote>
        </FormField>
      </fieldset>
      {elsewhere ? (
        <p className="field-error" role="alert">
          {elsewhere}
        </p>
      ) : null}
      <div className="note-acts">
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button look="primary" type="submit" disabled={busy}>
          Record payout
        </Button>
      </div>
    </SchemaForm>
  );
}

function DayField({ name, label, initial }: { name: string; label: string; initial: string }) {
  return (
    <BaseField.Root name={name} className="field">
      <BaseField.Label className="field-label">{label}</BaseField.Label>
      <BaseField.Control className="input" type="date" defaultValue={initial} />
      <BaseField.Error className="field-error" />
    </BaseField.Root>
  );
}

function dueWords({ due, advance, currency }: BalanceRow): string {
  if (due > 0) return `${money(due, currency)} ${currency} is due. What is more is an advance.`;
  return advance > 0
    ? `Nothing is due: ${money(advance, currency)} ${currency} is paid in advance already.`
    : 'Nothing is due: this is an advance.';
}

/** What no field of the form shows. */
function elsewhereIn({ message, fields: refused }: Problem): string | null {
  const others = Object.entries(refused ?? {}).filter(([field]) => !fields.includes(field));
  if (others.length > 0) return others.flatMap(([, messages]) => messages).join(' ');
  return refused ? null : message;
}
