import { type ComponentProps, useState } from 'react';
import { numberText, typedNumber } from './typed-number.ts';

/**
 * An input for a number, which is typed and shown in the person's form and passed on with a dot before its decimals.
 * What is typed stays as it is until another value is given.
 */
export function DecimalInput({
  value,
  onChange,
  ...control
}: Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'inputMode'> & {
  value: string;
  onChange: (value: string) => void;
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
      onChange={({ target }) => {
        setText(target.value);
        onChange(typedNumber(target.value));
      }}
    />
  );
}
