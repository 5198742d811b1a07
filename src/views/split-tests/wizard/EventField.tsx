import { useId } from 'react';
import type { SplitTestWizardActor } from '#machines/split-tests/split-test-wizard.ts';
import { Field } from '../../kit/Field.tsx';
import { FieldInput } from '../../kit/FieldInput.tsx';
import { useChoices } from './ChoicesNotice.tsx';

/** The event that reaches a goal; recorded ones are offered. */
export function EventField({
  actor,
  label,
  value,
  faults,
  onChange,
}: {
  actor: SplitTestWizardActor;
  label: string;
  value: string;
  faults: readonly string[];
  onChange: (event: string) => void;
}) {
  const { events } = useChoices(actor);
  const list = useId();
  return (
    <Field label={label} note="Empty: the conversion event of the project." faults={faults}>
      <FieldInput
        list={list}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={70}
        value={value}
        onValueChange={onChange}
      />
      <datalist id={list}>
        {events.map((event) => (
          <option key={event} value={event} />
        ))}
      </datalist>
    </Field>
  );
}
