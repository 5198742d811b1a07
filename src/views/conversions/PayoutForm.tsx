import type { Problem } from '#contract/problem.ts';
import type { BalanceRow, PayoutDraft } from '#model/payouts.ts';
import { FormActions } from '../kit/FormActions.tsx';
import { FormField } from '../kit/FormField.tsx';
import { fieldErrorsOf } from '../kit/form-errors.ts';
import { money } from '../kit/format.ts';
import { SchemaForm } from '../kit/SchemaForm.tsx';
import { numbersIn, numberText } from '../kit/typed-number.ts';
import './payout-form.css';

const fields: readonly string[] = [
  'amount',
  'currency',
  'period_start',
  'period_end',
  'paid_on',
  'reference',
] satisfies (keyof PayoutDraft)[];

type Balance = Pick<BalanceRow, 'due' | 'advance' | 'currency'>;

/** The form of a payout, with the amount due proposed. */
export function PayoutForm({
  balance,
  draft,
  busy,
  problem,
  onSave,
  onCancel,
}: {
  balance: Balance;
  draft: PayoutDraft;
  busy: boolean;
  problem: Problem | null;
  onSave: (draft: PayoutDraft) => void;
  onCancel: () => void;
}) {
  return (
    <SchemaForm
      name="Payout"
      schema={async () => (await import('#contract/payouts/schemas.ts')).payoutFormSchema}
      read={numbersIn('amount')}
      problems={fieldErrorsOf(problem)}
      onAnswers={onSave}
    >
      <fieldset className="note-fields" disabled={busy} aria-busy={busy}>
        <FormField
          name="amount"
          label="Amount"
          autoComplete="off"
          autoFocus
          defaultValue={numberText(draft.amount)}
          note={dueWords(balance)}
        />
        <FormField
          name="currency"
          label="Currency"
          autoComplete="off"
          defaultValue={draft.currency}
        />
        <div className="payout-days">
          <FormField
            name="period_start"
            label="For earnings from"
            type="date"
            defaultValue={draft.period_start}
          />
          <FormField name="period_end" label="to" type="date" defaultValue={draft.period_end} />
        </div>
        <FormField name="paid_on" label="Paid on" type="date" defaultValue={draft.paid_on} />
        <FormField
          name="reference"
          label="Reference"
          autoComplete="off"
          defaultValue={draft.reference ?? ''}
          note="Optional, such as the number of the transfer."
        />
      </fieldset>
      <FormActions
        problem={problem}
        fields={fields}
        action="Record payout"
        busy={busy}
        onCancel={onCancel}
      />
    </SchemaForm>
  );
}

function dueWords({ due, advance, currency }: Balance): string {
  if (due > 0) return `${money(due, currency)} ${currency} is due. What is more is an advance.`;
  return advance > 0
    ? `Nothing is due: ${money(advance, currency)} ${currency} is paid in advance already.`
    : 'Nothing is due: this is an advance.';
}
