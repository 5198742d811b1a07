import { useSelector } from '@xstate/react';
import type { Conversion } from '#contract/conversions/schemas.ts';
import { dayAt } from '#contract/period.ts';
import type { CorrectionActor } from '#machines/conversions/correction.ts';
import { Button } from '../kit/Button.tsx';
import { FormField } from '../kit/FormField.tsx';
import { SchemaForm } from '../kit/SchemaForm.tsx';
import { numbersIn, numberText } from '../kit/typed-number.ts';
import { ReasonField } from './ReasonField.tsx';

/** The correction form. A correction is a row of its own with a reason, and can be reversed. */
export function Correction({
  actor,
  conversion,
  zone,
}: {
  actor: CorrectionActor;
  conversion: Conversion;
  zone: string;
}) {
  const isForm = useSelector(actor, (snapshot) => snapshot.hasTag('form'));
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const failed = useSelector(actor, (snapshot) => snapshot.hasTag('failed'));
  const problem = useSelector(actor, ({ context }) => context.problem);
  const cancel = (
    <Button look="quiet" onClick={() => actor.send({ type: 'correction.cancel' })}>
      Cancel
    </Button>
  );

  if (failed) {
    return (
      <div className="story-acts" role="alert">
        <p>{problem?.message} The correction was not reversed.</p>
        <Button aria-label="Retry taking back" onClick={() => actor.send({ type: 'retry' })}>
          Retry
        </Button>
        {cancel}
      </div>
    );
  }
  if (!isForm) {
    return (
      <div className="story-acts" aria-busy={busy}>
        <Button disabled={busy} onClick={() => actor.send({ type: 'correction.start' })}>
          Correct the money
        </Button>
      </div>
    );
  }
  return (
    <div className="story-correction">
      <SchemaForm
        name="Correction"
        schema={async () =>
          (await import('#contract/conversions/decisions.ts')).adjustmentFormSchema
        }
        problems={problem?.fields}
        read={numbersIn('amount_revenue', 'amount_payout')}
        onAnswers={(draft) => actor.send({ type: 'correction.save', draft })}
      >
        <fieldset className="correction-fields" disabled={busy} aria-busy={busy}>
          <legend>Amount to add (a minus subtracts), in {conversion.currency}</legend>
          <FormField
            name="amount_revenue"
            label="Revenue"
            autoComplete="off"
            maxLength={500}
            defaultValue={numberText('0.00')}
          />
          <FormField
            name="amount_payout"
            label="Payout"
            autoComplete="off"
            maxLength={500}
            defaultValue={numberText('0.00')}
          />
          <ReasonField label="Reason" initial="refund" />
          <FormField name="note" label="Note" autoComplete="off" maxLength={500} />
          <FormField
            name="effective_date"
            label="Counts on"
            type="date"
            defaultValue={dayAt(new Date(conversion.event_time), zone)}
          />
          {problem && !problem.fields ? (
            <p className="field-error" role="alert">
              {problem.message}
            </p>
          ) : null}
          <div className="decision-acts">
            <Button type="submit">Save correction</Button>
            {cancel}
          </div>
        </fieldset>
      </SchemaForm>
    </div>
  );
}
