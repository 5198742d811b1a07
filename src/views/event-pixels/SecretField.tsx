import type { ComponentProps } from 'react';
import { isMask } from '#machines/event-pixels/pixel-model.ts';
import { Button } from '../kit/Button.tsx';
import { FormField } from './FormField.tsx';

/** A secret is written and never read: what is kept shows as its mask until somebody replaces it. */
export function SecretField({
  about,
  value,
  kept,
  onChange,
}: {
  about: Omit<ComponentProps<typeof FormField>, 'children'>;
  value: string;
  /** The mask of the one that the server has. */
  kept: string;
  onChange: (value: string) => void;
}) {
  return (
    <FormField {...about}>
      {(control) => (
        <div className="pixel-secret">
          <input
            {...control}
            className="input"
            type={isMask(value) ? 'text' : 'password'}
            readOnly={isMask(value)}
            autoComplete="new-password"
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
          {isMask(value) ? (
            <Button aria-label={`Replace ${about.label}`} onClick={() => onChange('')}>
              Replace
            </Button>
          ) : null}
          {!isMask(value) && isMask(kept) ? (
            <Button aria-label={`Keep the old ${about.label}`} onClick={() => onChange(kept)}>
              Keep the old one
            </Button>
          ) : null}
        </div>
      )}
    </FormField>
  );
}
