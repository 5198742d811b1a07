import { type GoalDraft, newGoalDraft } from '#model/offer-draft.ts';
import { Field } from '../../kit/Field.tsx';
import { FieldInput } from '../../kit/FieldInput.tsx';
import { PartRows, withChanged, without } from '../common/PartRows.tsx';
import { RemoveRow } from '../common/RemoveRow.tsx';
import type { FormFields } from './form-fields.ts';

const labels = {
  name: 'Goal',
  key: 'Key in reports',
  event: 'Event (optional)',
} satisfies Record<keyof GoalDraft, string>;
const placeholders: Record<keyof GoalDraft, string> = {
  name: 'Free trial',
  key: 'trial',
  event: 'trial_started',
};

/** What conversions of the offer can reach beside the conversion itself. */
export function GoalRows({ draft: { goals }, change, faultsAt, leave }: FormFields) {
  const field = (index: number, name: keyof GoalDraft) => {
    const path = `goals.${index}.${name}`;
    return (
      <Field label={labels[name]} faults={faultsAt(path)} onLeave={leave(path)}>
        <FieldInput
          autoComplete="off"
          placeholder={placeholders[name]}
          value={goals[index]?.[name] ?? ''}
          onValueChange={(typed) =>
            change({ goals: withChanged(goals, index, { [name]: typed }) }, path)
          }
          {...(name === 'name' ? {} : { autoCapitalize: 'none', spellCheck: false })}
        />
      </Field>
    );
  };
  return (
    <PartRows
      name="Goals"
      className="offer-fields"
      rows={goals}
      addLabel="Add goal"
      note="Where other steps than the conversion are paid too, such as a trial."
      faults={faultsAt('goals')}
      onAdd={() => change({ goals: [...goals, newGoalDraft] })}
    >
      {({ name }, index) => (
        <>
          {field(index, 'name')}
          {field(index, 'key')}
          {field(index, 'event')}
          <RemoveRow
            name={name || `goal ${index + 1}`}
            onRemove={() => change({ goals: without(goals, index) })}
          />
        </>
      )}
    </PartRows>
  );
}
