import { Field as BaseField } from '@base-ui/react/field';
import { useSelector } from '@xstate/react';
import type { Conversion } from '#contract/conversions/schemas.ts';
import { dayAt } from '#contract/period.ts';
import type { CorrectionActor } from '#machines/conversions/correction.ts';
import { Button } from '../kit/Button.tsx';
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
          <TextField name="amount_revenue" label="Revenue" initial={numberText('0.00')} />
          <TextField name="amount_payout" label="Payout" initial={numberText('0.00')} />
          <ReasonField label="Reason" initial="refund" />
          <TextField name="note" label="Note" initial="" />
          <BaseField.Root name="effective_date" className="field">
            <BaseField.Label className="field-label">Counts on</BaseField.Label>
            <BaseField.Control
              className="input"
              type="date"
              defaultValue={dayAt(new Date(conversion.event_time), zone)}
            />
            <BaseField.Error className="field-error" />
          </BaseField.Root>
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

function TextField({ name, label, initial }: { name: string; label: string; initial: string }) {
  return (
    <BaseField.Root name={name} className="field">
      <BaseField.Label className="field-label">{label}</BaseField.Label>
      <BaseField.Control
        className="input"
        defaultValue={initial}
        maxLength={500}
        autoComplete="off"
      />
      <BaseField.Error className="field-error" />
    </BaseField.Root>
  );
}
