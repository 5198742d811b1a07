import { type ReactNode, useId } from 'react';

export type AnswerField = { name: string; faults: readonly string[]; onLeave: () => void };
type Control = {
  id: string;
  name: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
  'data-invalid': true | undefined;
  onBlur: () => void;
};

/** One question: its label above, its hint and what is wrong below. */
export function FormField({
  label,
  hint,
  name,
  faults,
  onLeave,
  children,
}: AnswerField & { label: string; hint?: string; children: (control: Control) => ReactNode }) {
  const id = useId();
  const isWrong = faults.length > 0;
  const told = [hint ? `${id}-hint` : '', isWrong ? `${id}-error` : ''].filter((one) => one !== '');
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        name,
        'aria-invalid': isWrong,
        'aria-describedby': told.length > 0 ? told.join(' ') : undefined,
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
