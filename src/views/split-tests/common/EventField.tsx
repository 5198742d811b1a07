import { useId } from 'react';
import { Field } from '../../kit/Field.tsx';
import { FieldInput } from '../../kit/FieldInput.tsx';

/** The event that reaches a goal; recorded ones are offered. */
export function EventField({
  label,
  value,
  faults,
  events,
  onChange,
}: {
  label: string;
  value: string;
  faults: readonly string[];
  /** Recorded events, which are offered. */
  events: readonly string[];
  onChange: (event: string) => void;
}) {
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
