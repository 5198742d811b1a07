/** A few well-known values of which any can be chosen. */
export function ManyChoice<Value extends string>({
  legend,
  note,
  values,
  words,
  chosen,
  onChange,
}: {
  legend: string;
  note?: string;
  values: readonly Value[];
  words: Record<Value, string>;
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
}) {
  return (
    <fieldset className="offer-many">
      <legend className="field-label">{legend}</legend>
      <div className="offer-many-values">
        {values.map((value) => (
          <label key={value} className="offer-many-value">
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={({ target }) =>
                onChange(
                  values.filter((one) => (one === value ? target.checked : chosen.includes(one))),
                )
              }
            />
            {words[value]}
          </label>
        ))}
      </div>
      {note ? <p className="field-note">{note}</p> : null}
    </fieldset>
  );
}
