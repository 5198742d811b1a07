import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { mostGuardrails } from '#contract/split-tests/definition.ts';
import { newGuardrail } from '#model/split-test-draft.ts';
import { type EnteredEdit, editFaults, editOf, enteredOf } from '#model/split-test-edit.ts';
import { Button } from '../../kit/Button.tsx';
import { Field } from '../../kit/Field.tsx';
import { FieldInput } from '../../kit/FieldInput.tsx';
import { GuardrailFields } from '../common/GuardrailFields.tsx';
import { NumberField } from '../common/NumberField.tsx';
import { ChangeForm } from './ChangeForm.tsx';
import type { ChangeFormProps } from './change-form-props.ts';

/** What may change after the start. The goal is locked, because changing it after a look chooses the result. */
export function EditForm({ actor, test, onConfirm, onCancel }: ChangeFormProps) {
  /** What the form was opened with: a later change by another member is not taken back. */
  const [opened] = useState(test);
  const [entered, setEntered] = useState<EnteredEdit>(() => enteredOf(test));
  const problem = useSelector(actor, ({ context }) => context.problem);
  const set = (more: Partial<EnteredEdit>) => setEntered({ ...entered, ...more });
  const own = editFaults(opened, entered);
  const edit = editOf(opened, entered);
  const faults = Object.keys(own).length > 0 ? own : (problem?.fields ?? {});
  const faultsAt = (field: string) => faults[field] ?? [];
  const { guardrails } = entered;
  const events = [opened.goal, ...opened.guardrails].flatMap(({ event }) => event || []);
  return (
    <ChangeForm
      actor={actor}
      action="Save"
      missing={
        Object.keys(own).length > 0
          ? 'Mend what is marked.'
          : Object.keys(edit).length === 0
            ? 'Nothing is changed yet.'
            : null
      }
      onSubmit={() => onConfirm({ kind: 'edit', edit })}
      onCancel={onCancel}
    >
      <p className="test-quiet">
        Goal, variants and sizes are locked since the start. To change them, stop the test and
        duplicate it.
      </p>
      <Field label="Name" faults={faultsAt('name')}>
        <FieldInput
          autoComplete="off"
          maxLength={130}
          value={entered.name}
          onValueChange={(name) => set({ name })}
        />
      </Field>
      <Field label="Hypothesis" faults={faultsAt('hypothesis')}>
        <FieldInput
          value={entered.hypothesis}
          onValueChange={(hypothesis) => set({ hypothesis })}
          render={<textarea rows={3} maxLength={1_000} className="test-area" />}
        />
      </Field>
      <NumberField
        label="Longest runtime"
        unit="days"
        value={entered.maxDays}
        faults={faultsAt('max_runtime_days')}
        onChange={(maxDays) => set({ maxDays })}
      />
      <fieldset className="choices">
        <legend className="field-label">What must not get worse</legend>
        {guardrails.map((guardrail, at) => (
          <GuardrailFields
            // biome-ignore lint/suspicious/noArrayIndexKey: guardrails have no other identity
            key={at}
            unit={opened.unit}
            events={events}
            guardrail={guardrail}
            number={at + 1}
            faultsAt={(field) => faultsAt(`guardrails.${at}.${field}`)}
            onChange={(changed) => set({ guardrails: guardrails.with(at, changed) })}
            onRemove={() => set({ guardrails: guardrails.filter((_, index) => index !== at) })}
          />
        ))}
        <div>
          <Button
            size="small"
            disabled={guardrails.length >= mostGuardrails}
            onClick={() => set({ guardrails: [...guardrails, newGuardrail] })}
          >
            Add a guardrail
          </Button>
        </div>
      </fieldset>
    </ChangeForm>
  );
}
