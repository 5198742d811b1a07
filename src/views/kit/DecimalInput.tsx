import { type ComponentProps, useState } from 'react';
import { numberText, typedNumber } from './typed-number.ts';

/**
 * An input for a number, which is typed and shown in the person's form and passed on with a dot before its decimals.
 * What is typed stays as it is until another value is given.
 */
export function DecimalInput({
  value,
  onChange,
  onDecimal,
  ...control
}: Omit<ComponentProps<'input'>, 'value' | 'type' | 'inputMode'> & {
  value: string;
  onDecimal: (value: string) => void;
}) {
  const [text, setText] = useState(numberText(value));
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    if (typedNumber(text) !== value) setText(numberText(value));
  }
  return (
    <input
      {...control}
      type="text"
      inputMode="decimal"
      value={text}
      onChange={(event) => {
        onChange?.(event);
        setText(event.target.value);
        onDecimal(typedNumber(event.target.value));
      }}
    />
  );
}
