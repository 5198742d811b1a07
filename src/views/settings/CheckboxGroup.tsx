/** Any of a few. */
export function CheckboxGroup<Value extends string | number>({
  label,
  options,
  chosen,
  problems,
  onChoose,
}: {
  label: string;
  options: readonly { value: Value; label: string; note?: string }[];
  chosen: readonly Value[];
  problems?: string[] | undefined;
  onChoose: (chosen: Value[]) => void;
}) {
  return (
    <fieldset className="settings-ticks">
      <legend className="field-label">{label}</legend>
      {options.map(({ value, label: name, note }) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ currentTarget }) =>
              onChoose(
                options
                  .map((option) => option.value)
                  .filter((one) => (one === value ? currentTarget.checked : chosen.includes(one))),
              )
            }
          />
          <span>
            {name}
            {note ? <span className="field-note">{note}</span> : null}
          </span>
        </label>
      ))}
      {problems ? (
        <p className="field-error" role="alert">
          {problems.join(' ')}
        </p>
      ) : null}
    </fieldset>
  );
}
