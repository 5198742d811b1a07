import { useId } from 'react';

/** One of a few or of many, in the browser's own list. */
export function SelectField({
  label,
  value,
  options,
  note,
  problems,
  onChoose,
}: {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  note?: string;
  problems?: string[] | undefined;
  onChoose: (value: string) => void;
}) {
  const id = useId();
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="input"
        value={value}
        aria-describedby={note || problems ? `${id}-note` : undefined}
        aria-invalid={problems ? true : undefined}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <span id={`${id}-note`} className={problems ? 'field-error' : 'field-note'}>
        {problems?.join(' ') ?? note}
      </span>
    </div>
  );
}
