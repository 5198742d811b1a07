import { Field as BaseField } from '@base-ui/react/field';
import type { ReactNode } from 'react';
import { type DecisionReason, decisionReasons } from '#contract/conversions/decisions.ts';
import { reasonWords } from './decision-words.ts';

/** Why somebody's money changes, from the one list; without a `given` reason one is to be chosen. */
export function ReasonField({ label, given }: { label: ReactNode; given?: DecisionReason }) {
  return (
    <BaseField.Root name="reason_code" className="field">
      <BaseField.Label className="field-label">{label}</BaseField.Label>
      <BaseField.Control
        className="input"
        defaultValue={given ?? ''}
        render={
          <select>
            {given ? null : <option value="">Choose a reason</option>}
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

/** What else there is to say, in one line. */
export function NoteField() {
  return (
    <BaseField.Root name="note" className="field decision-note">
      <BaseField.Label className="field-label">Note</BaseField.Label>
      <BaseField.Control className="input" maxLength={500} autoComplete="off" />
      <BaseField.Error className="field-error" />
    </BaseField.Root>
  );
}
