import { useState } from 'react';
import { numberText, typedNumber } from '../../kit/typed-number.ts';
import './steps.css';
import { Field } from '../../kit/Field.tsx';
import { FieldInput } from '../../kit/FieldInput.tsx';

const units = { minutes: 1, hours: 60, days: 1_440 } as const;
type Unit = keyof typeof units;

const unitFor = (minutes: number | null): Unit => {
  if (minutes === null || minutes === 0) return 'hours';
  if (minutes % units.days === 0) return 'days';
  return minutes % units.hours === 0 ? 'hours' : 'minutes';
};

/** A length of time in minutes, hours or days. An empty field is null, or 0 where a length is needed. */
export function WindowField({
  label,
  note,
  minutes,
  isOptional = false,
  faults,
  onChange,
}: {
  label: string;
  note?: string;
  minutes: number | null;
  isOptional?: boolean;
  faults?: readonly string[];
  onChange: (minutes: number | null) => void;
}) {
  const [unit, setUnit] = useState(unitFor(minutes));
  const shown = minutes === null || minutes === 0 ? '' : numberText(String(minutes / units[unit]));
  const [text, setText] = useState(shown);
  const [known, setKnown] = useState(minutes);
  if (minutes !== known) {
    setKnown(minutes);
    if (minutesOf(text, unit) !== (minutes ?? 0)) setText(shown);
  }
  const write = (next: string, by: Unit) => {
    setText(next);
    setUnit(by);
    const length = minutesOf(next, by);
    onChange(length === 0 && isOptional ? null : length);
  };
  return (
    <Field label={label} note={note} faults={faults ?? []}>
      <span className="window-field">
        <FieldInput
          inputMode="decimal"
          autoComplete="off"
          value={text}
          placeholder={isOptional ? 'No limit' : undefined}
          onValueChange={(typed) => write(typed, unit)}
        />
        <select
          className="input"
          aria-label={`Unit of ${label.toLowerCase()}`}
          value={unit}
          onChange={({ target }) => write(text, unitIn(target.value))}
        >
          {Object.keys(units).map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </span>
    </Field>
  );
}

const unitIn = (text: string): Unit => (text === 'minutes' || text === 'days' ? text : 'hours');

function minutesOf(text: string, unit: Unit): number {
  const length = Number(typedNumber(text)) * units[unit];
  return Number.isFinite(length) ? Math.round(length) : 0;
}
