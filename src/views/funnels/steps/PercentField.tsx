import { useState } from 'react';
import { Field } from '../../kit/Field.tsx';
import { FieldInput } from '../../kit/FieldInput.tsx';
import { typedNumber } from '../../kit/typed-number.ts';
import { percentText } from './percent-text.ts';

/** A share of 0 to 1, entered in percent. What is written stays as it is until another share is given. */
export function PercentField({
  label,
  note,
  share,
  faults,
  onChange,
}: {
  label: string;
  note?: string;
  share: number | null;
  faults: readonly string[];
  onChange: (share: number | null) => void;
}) {
  const [text, setText] = useState(percentText(share));
  const [known, setKnown] = useState(share);
  if (share !== known) {
    setKnown(share);
    if (shareIn(text) !== share) setText(percentText(share));
  }
  return (
    <Field label={label} note={note} faults={faults}>
      <FieldInput
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onValueChange={(typed) => {
          setText(typed);
          onChange(shareIn(typed));
        }}
      />
    </Field>
  );
}

/** Text that is no number becomes a share that no rate can be, so that the field says so. */
function shareIn(text: string): number | null {
  if (text.trim() === '') return null;
  const share = Number(typedNumber(text)) / 100;
  return Number.isFinite(share) ? share : -1;
}
