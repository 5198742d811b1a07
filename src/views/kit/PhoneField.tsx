import { type ComponentProps, useState } from 'react';
import PhoneInput, { type Value } from 'react-phone-number-input';
import flags from 'react-phone-number-input/flags';
import { Field } from './Field.tsx';
import { FieldInput } from './FieldInput.tsx';
import './phone-field.css';

/** The maximum length of a typed number. */
const longest = 25;

/** A telephone number with the country's dial code; the flags are bundled. */
export function PhoneField({ defaultValue }: { defaultValue?: string | undefined }) {
  const [value, setValue] = useState(numberIn(defaultValue));
  return (
    <Field name="telephone" label="Telephone (optional)">
      <PhoneInput
        className="phone"
        international
        defaultCountry="US"
        flags={flags}
        countrySelectProps={{ 'aria-label': 'Country of the telephone number' }}
        autoComplete="tel"
        maxLength={longest}
        {...(value ? { value } : {})}
        onChange={setValue}
        inputComponent={Control}
      />
    </Field>
  );
}

function Control(props: ComponentProps<'input'>) {
  const { defaultValue: _, ...rest } = props;
  return <FieldInput {...(rest as ComponentProps<typeof FieldInput>)} className="input" />;
}

/** The package accepts only E.164 numbers. */
function numberIn(text: string | undefined): Value | undefined {
  const number = text?.replace(/[^\d+]/g, '');
  return number && /^\+\d{4,15}$/.test(number) ? (number as Value) : undefined;
}
