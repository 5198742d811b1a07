import { type ReactNode, useId } from 'react';

export type PixelField = { name: string; faults: readonly string[]; onLeave: () => void };
type Control = {
  id: string;
  name: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
  'data-invalid': true | undefined;
  onBlur: () => void;
};

/** A field with its label, hint and error. */
export function PixelFormField({
  label,
  hint,
  name,
  faults,
  onLeave,
  children,
}: PixelField & { label: string; hint?: string; children: (control: Control) => ReactNode }) {
  const id = useId();
  const isWrong = faults.length > 0;
  const descriptions = [hint ? `${id}-hint` : '', isWrong ? `${id}-error` : ''].filter(
    (one) => one !== '',
  );
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        name,
        'aria-invalid': isWrong,
        'aria-describedby': descriptions.length > 0 ? descriptions.join(' ') : undefined,
        'data-invalid': isWrong || undefined,
        onBlur: onLeave,
      })}
      {hint ? (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {isWrong ? (
        <p className="field-error" id={`${id}-error`}>
          {faults.join(' ')}
        </p>
      ) : null}
    </div>
  );
}
