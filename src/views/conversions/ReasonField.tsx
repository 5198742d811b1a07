import type { ReactNode } from 'react';
import { type DecisionReason, decisionReasons } from '#contract/conversions/decisions.ts';
import { Field } from '../kit/Field.tsx';
import { FieldInput } from '../kit/FieldInput.tsx';
import { FieldSelect } from '../kit/FieldSelect.tsx';
import { reasonWords } from './decision-words.ts';

/** The reason of a decision or correction, from a fixed list; without `given` the person must choose one. */
export function ReasonField({ label, initial }: { label: ReactNode; initial?: DecisionReason }) {
  return (
    <Field name="reason_code" label={label}>
      <FieldSelect defaultValue={initial ?? ''}>
        {initial ? null : <option value="">Choose a reason</option>}
        {decisionReasons.map((reason) => (
          <option key={reason} value={reason}>
            {reasonWords[reason]}
          </option>
        ))}
      </FieldSelect>
    </Field>
  );
}

/** An optional note of one line. */
export function NoteField() {
  return (
    <Field name="note" label="Note" className="field decision-note">
      <FieldInput maxLength={500} autoComplete="off" />
    </Field>
  );
}
