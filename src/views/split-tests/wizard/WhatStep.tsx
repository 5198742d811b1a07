import { useSelector } from '@xstate/react';
import { type TestKind, testKinds } from '#contract/split-tests/definition.ts';
import type { SplitTestWizardActor } from '#machines/split-tests/split-test-wizard.ts';
import { ofKind } from '#model/split-test-draft.ts';
import { Field } from '../../kit/Field.tsx';
import { FieldInput } from '../../kit/FieldInput.tsx';
import { FormError } from '../../kit/FormError.tsx';
import { WizardForm } from '../../kit/WizardForm.tsx';
import { useStepFields } from './step-fields.ts';
import { TargetFields } from './TargetFields.tsx';

const kinds: Record<TestKind, { name: string; help: string }> = {
  page: { name: 'Pages', help: 'Which landing page earns more?' },
  offer: { name: 'Offers', help: 'Which offer earns more for the same clicks?' },
  funnel_step: {
    name: 'A step of a funnel',
    help: 'Which page of a step brings more people to the end? The winner can replace it.',
  },
};

/** What the test is about. */
export function WhatStep({ actor }: { actor: SplitTestWizardActor }) {
  const { draft, faultsAt, change } = useStepFields(actor, 'what');
  const problem = useSelector(actor, ({ context }) => context.problem);
  return (
    <WizardForm
      name="What the test is about"
      action="Next: variants"
      onGo={() => actor.send({ type: 'next' })}
    >
      <FormError message={problem?.message} />
      <Field label="Name" faults={faultsAt('name')}>
        <FieldInput
          autoComplete="off"
          maxLength={130}
          value={draft.name}
          onValueChange={(name) => change({ name })}
        />
      </Field>
      <Field
        label="Hypothesis"
        note="What you expect and why. It is kept with what the test teaches."
        faults={faultsAt('hypothesis')}
        className="field wide-field"
      >
        <FieldInput
          value={draft.hypothesis}
          placeholder="If we … then … because …"
          onValueChange={(hypothesis) => change({ hypothesis })}
          render={<textarea rows={3} maxLength={1_000} className="test-area" />}
        />
      </Field>
      <fieldset className="wizard-choice">
        <legend className="field-label">What is compared</legend>
        {testKinds.map((kind) => (
          <label key={kind} className="wizard-option">
            <input
              type="radio"
              name="test-kind"
              checked={draft.kind === kind}
              onChange={() => change(ofKind(draft, kind))}
            />
            <span>
              {kinds[kind].name}
              <span className="field-hint">{kinds[kind].help}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {draft.kind === 'funnel_step' ? (
        <TargetFields actor={actor} draft={draft} faultsAt={faultsAt} change={change} />
      ) : null}
    </WizardForm>
  );
}
