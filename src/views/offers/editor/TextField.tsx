import type { ReactNode } from 'react';
import type { OfferDraft } from '#model/offer-draft.ts';
import { Field } from '../../kit/Field.tsx';
import { FieldInput } from '../../kit/FieldInput.tsx';
import type { FormFields } from './form-fields.ts';

type TextName = {
  [Name in keyof OfferDraft]: OfferDraft[Name] extends string ? Name : never;
}[keyof OfferDraft];

/** One text of the draft. */
export function TextField({
  fields: { draft, change, faultsAt, leave },
  name,
  label,
  note,
  type = 'text',
  placeholder,
  isCode = false,
  rows,
}: {
  fields: FormFields;
  name: TextName;
  label: string;
  note?: ReactNode;
  type?: 'text' | 'date' | 'number';
  placeholder?: string;
  /** A name that computers read. */
  isCode?: boolean;
  /** Several lines. */
  rows?: number;
}) {
  return (
    <Field label={label} note={note} faults={faultsAt(name)} onLeave={leave(name)}>
      <FieldInput
        autoComplete="off"
        type={type}
        placeholder={placeholder}
        value={draft[name]}
        onValueChange={(typed) => change({ [name]: typed }, name)}
        {...(isCode ? { autoCapitalize: 'none', spellCheck: false } : {})}
        {...(rows ? { render: <textarea rows={rows} className="offer-text" /> } : {})}
      />
    </Field>
  );
}
