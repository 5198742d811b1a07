import { isMask } from '#machines/event-pixels/pixel-model.ts';
import { Button } from '../kit/Button.tsx';
import { Field } from '../kit/Field.tsx';
import { FieldInput } from '../kit/FieldInput.tsx';
import type { PixelField } from './pixel-field.ts';

/** A secret can be replaced but not read: a saved one is shown as its mask. */
export function SecretField({
  about,
  value,
  saved,
  onChange,
}: {
  about: PixelField & { label: string; note?: string };
  value: string;
  /** The mask of the saved secret. */
  saved: string;
  onChange: (value: string) => void;
}) {
  return (
    <Field {...about}>
      <div className="pixel-secret">
        <FieldInput
          type={isMask(value) ? 'text' : 'password'}
          readOnly={isMask(value)}
          autoComplete="new-password"
          value={value}
          onValueChange={onChange}
        />
        {isMask(value) ? (
          <Button aria-label={`Replace ${about.label}`} onClick={() => onChange('')}>
            Replace
          </Button>
        ) : null}
        {!isMask(value) && isMask(saved) ? (
          <Button aria-label={`Keep the old ${about.label}`} onClick={() => onChange(saved)}>
            Keep the old one
          </Button>
        ) : null}
      </div>
    </Field>
  );
}
