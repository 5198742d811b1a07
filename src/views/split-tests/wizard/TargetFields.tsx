import type { SplitTestWizardActor } from '#machines/split-tests/split-test-wizard.ts';
import { withTarget } from '#model/split-test-draft.ts';
import { Field } from '../../kit/Field.tsx';
import { FieldSelect } from '../../kit/FieldSelect.tsx';
import { ChoicesNotice, useChoices } from './ChoicesNotice.tsx';
import type { StepFields } from './step-fields.ts';

/** The funnel and the step that the test is about; the page of the step becomes the control. */
export function TargetFields({
  actor,
  draft,
  faultsAt,
  change,
}: StepFields & { actor: SplitTestWizardActor }) {
  const { funnels } = useChoices(actor);
  const { target } = draft;
  const steps = funnels.find(({ slug }) => slug === target?.funnel)?.steps ?? [];
  const choose = (funnel: string, step: string) => {
    const url = steps.find(({ slug }) => slug === step)?.url ?? null;
    change(withTarget(draft, funnel === '' ? null : { funnel, step }, url));
  };
  return (
    <>
      <ChoicesNotice actor={actor} />
      <Field
        label="Funnel"
        faults={target === null || target.funnel === '' ? faultsAt('target') : []}
      >
        <FieldSelect
          value={target?.funnel ?? ''}
          onValueChange={(funnel) => choose(String(funnel), '')}
        >
          <option value="">Choose a funnel</option>
          {funnels.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </FieldSelect>
      </Field>
      {target === null ? null : (
        <Field label="Step" faults={faultsAt('target')}>
          <FieldSelect
            value={target.step}
            onValueChange={(step) => choose(target.funnel, String(step))}
          >
            <option value="">Choose a step</option>
            {steps.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </FieldSelect>
        </Field>
      )}
    </>
  );
}
