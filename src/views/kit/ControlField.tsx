import { type ReactNode, useId } from 'react';

/** What the control of a field takes, so that its label, hint and faults belong to it. */
export type FieldControl = {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
  'data-invalid': true | undefined;
};

/** A field around any control, with its label, hint and faults. */
export function ControlField({
  label,
  hint,
  faults = [],
  children,
}: {
  label: string;
  hint?: string | undefined;
  faults?: readonly string[];
  children: (control: FieldControl) => ReactNode;
}) {
  const id = useId();
  const isWrong = faults.length > 0;
  const described = [hint ? `${id}-hint` : '', isWrong ? `${id}-error` : ''].filter(Boolean);
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': isWrong,
        'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
        'data-invalid': isWrong || undefined,
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
