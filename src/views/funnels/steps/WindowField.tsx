import { useState } from 'react';
import { ControlField } from '../../kit/ControlField.tsx';
import { numberText, typedNumber } from '../../kit/typed-number.ts';
import './steps.css';

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
  hint,
  minutes,
  isOptional = false,
  faults,
  onChange,
}: {
  label: string;
  hint?: string;
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
    <ControlField label={label} hint={hint} faults={faults ?? []}>
      {(control) => (
        <span className="window-field">
          <input
            {...control}
            className="input"
            inputMode="decimal"
            autoComplete="off"
            value={text}
            placeholder={isOptional ? 'No limit' : undefined}
            onChange={({ target }) => write(target.value, unit)}
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
      )}
    </ControlField>
  );
}

const unitIn = (text: string): Unit => (text === 'minutes' || text === 'days' ? text : 'hours');

function minutesOf(text: string, unit: Unit): number {
  const length = Number(typedNumber(text)) * units[unit];
  return Number.isFinite(length) ? Math.round(length) : 0;
}
