import { Field as BaseField } from '@base-ui/react/field';
import type { ReactNode } from 'react';
import { type DecisionReason, decisionReasons } from '#contract/conversions/decisions.ts';
import { reasonWords } from './decision-words.ts';

/** The reason of a decision or correction, from a fixed list; without `given` the person must choose one. */
export function ReasonField({ label, initial }: { label: ReactNode; initial?: DecisionReason }) {
  return (
    <BaseField.Root name="reason_code" className="field">
      <BaseField.Label className="field-label">{label}</BaseField.Label>
      <BaseField.Control
        className="input"
        defaultValue={initial ?? ''}
        render={
          <select>
            {initial ? null : <option value="">Choose a reason</option>}
            {decisionReasons.map((reason) => (
              <option key={reason} value={reason}>
                {reasonWords[reason]}
              </option>
            ))}
          </select>
        }
      />
      <BaseField.Error className="field-error" />
    </BaseField.Root>
  );
}

/** An optional note of one line. */
export function NoteField() {
  return (
    <BaseField.Root name="note" className="field decision-note">
      <BaseField.Label className="field-label">Note</BaseField.Label>
      <BaseField.Control className="input" maxLength={500} autoComplete="off" />
      <BaseField.Error className="field-error" />
    </BaseField.Root>
  );
}
