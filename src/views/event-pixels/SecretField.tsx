import type { ComponentProps } from 'react';
import { isMask } from '#machines/event-pixels/pixel-model.ts';
import { Button } from '../kit/Button.tsx';
import { FieldInput } from '../kit/FieldInput.tsx';
import { PixelFormField } from './PixelFormField.tsx';

/** A secret can be replaced but not read: a saved one is shown as its mask. */
export function SecretField({
  about,
  value,
  saved,
  onChange,
}: {
  about: Omit<ComponentProps<typeof PixelFormField>, 'children'>;
  value: string;
  /** The mask of the saved secret. */
  saved: string;
  onChange: (value: string) => void;
}) {
  return (
    <PixelFormField {...about}>
      {(control) => (
        <div className="pixel-secret">
          <FieldInput
            {...control}
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
      )}
    </PixelFormField>
  );
}
