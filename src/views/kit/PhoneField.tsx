import { Field as BaseField } from '@base-ui/react/field';
import { type ComponentProps, useState } from 'react';
import PhoneInput, { type Value } from 'react-phone-number-input';
import flags from 'react-phone-number-input/flags';
import './phone-field.css';

/** The most characters that a number may have as it is written. */
const longest = 25;

/** A telephone number with the dial code of its country; the flags are drawn from the package, not fetched. */
export function PhoneField({ defaultValue }: { defaultValue?: string | undefined }) {
  const [value, setValue] = useState(numberIn(defaultValue));
  return (
    <BaseField.Root name="telephone" className="field">
      <BaseField.Label className="field-label">Telephone (optional)</BaseField.Label>
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
      <BaseField.Error className="field-error" />
    </BaseField.Root>
  );
}

function Control(props: ComponentProps<'input'>) {
  const { defaultValue: _, ...rest } = props;
  return <BaseField.Control {...(rest as BaseField.Control.Props)} className="input" />;
}

/** The package takes a number in one form alone. */
function numberIn(text: string | undefined): Value | undefined {
  const number = text?.replace(/[^\d+]/g, '');
  return number && /^\+\d{4,15}$/.test(number) ? (number as Value) : undefined;
}
