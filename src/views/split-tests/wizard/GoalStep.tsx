import { useSelector } from '@xstate/react';
import { goalTypes, mostGuardrails, testUnits } from '#contract/split-tests/definition.ts';
import type { SplitTestWizardActor } from '#machines/split-tests/split-test-wizard.ts';
import { newGuardrail, type TestDraft } from '#model/split-test-draft.ts';
import { Button } from '../../kit/Button.tsx';
import { ChoiceField } from '../../kit/ChoiceField.tsx';
import { FormError } from '../../kit/FormError.tsx';
import { WizardForm } from '../../kit/WizardForm.tsx';
import { EventField } from '../common/EventField.tsx';
import { GuardrailFields } from '../common/GuardrailFields.tsx';
import { NumberField } from '../common/NumberField.tsx';
import { directionWords, goalWordsOf } from '../common/words.ts';
import { useChoices } from './ChoicesNotice.tsx';
import { useStepFields } from './step-fields.ts';
import { unitWords } from './step-words.ts';

/** What decides, and what must not get worse. The goal is locked when the test starts. */
export function GoalStep({ actor }: { actor: SplitTestWizardActor }) {
  const { draft, faultsAt, change } = useStepFields(actor, 'goal');
  const problem = useSelector(actor, ({ context }) => context.problem);
  const { events } = useChoices(actor);
  const { goal, guardrails } = draft;
  const setGoal = (more: Partial<TestDraft['goal']>) => change({ goal: { ...goal, ...more } });
  return (
    <WizardForm
      name="Goal"
      action="Next: traffic"
      onGo={() => actor.send({ type: 'next' })}
      onBack={() => actor.send({ type: 'back' })}
    >
      <FormError message={problem?.message} />
      <p className="wizard-note">
        The goal is locked when the test starts: changing it after a look would choose the result.
      </p>
      <div className="field-row">
        <ChoiceField
          label="What decides"
          value={goal.type}
          values={goalTypes}
          words={goalWordsOf(draft.unit)}
          faults={faultsAt('goal.type')}
          onChange={(type) => setGoal({ type })}
        />
        <ChoiceField
          label="Better is"
          value={goal.direction}
          values={['up', 'down']}
          words={directionWords}
          faults={faultsAt('goal.direction')}
          onChange={(direction) => setGoal({ direction })}
        />
      </div>
      <div className="field-row">
        <EventField
          label="Event"
          value={goal.event}
          faults={faultsAt('goal.event')}
          events={events}
          onChange={(event) => setGoal({ event })}
        />
        <NumberField
          label="Counts for"
          unit="hours"
          note="After a visitor first saw a variant."
          value={goal.hours}
          faults={faultsAt('goal.window_hours')}
          onChange={(hours) => setGoal({ hours })}
        />
      </div>
      <ChoiceField
        label="Who is assigned"
        value={draft.unit}
        values={testUnits}
        words={unitWords}
        faults={faultsAt('unit')}
        onChange={(unit) => change({ unit })}
      />
      <fieldset className="guardrails">
        <legend className="field-label">What must not get worse</legend>
        <p className="field-hint">
          A guardrail keeps a winner from being shipped while it harms something else. At most{' '}
          {mostGuardrails}.
        </p>
        {guardrails.map((guardrail, at) => (
          <GuardrailFields
            // biome-ignore lint/suspicious/noArrayIndexKey: guardrails have no other identity
            key={at}
            unit={draft.unit}
            events={events}
            guardrail={guardrail}
            number={at + 1}
            faultsAt={(field) => faultsAt(`guardrails.${at}.${field}`)}
            onChange={(changed) => change({ guardrails: guardrails.with(at, changed) })}
            onRemove={() => change({ guardrails: guardrails.filter((_, index) => index !== at) })}
          />
        ))}
        <Button
          disabled={guardrails.length >= mostGuardrails}
          onClick={() => change({ guardrails: [...guardrails, newGuardrail] })}
        >
          Add a guardrail
        </Button>
      </fieldset>
    </WizardForm>
  );
}
