import { useSelector } from '@xstate/react';
import { countings, type Definition } from '#contract/funnels/definition.ts';
import type { FunnelWizardActor } from '#machines/funnels/funnel-wizard.ts';
import { faultsAt, faultsIn } from '#model/funnel-definition.ts';
import { FormError } from '../../kit/FormError.tsx';
import { countingWords } from '../steps/step-words.ts';
import { WindowField } from '../steps/WindowField.tsx';
import { WizardForm } from './WizardForm.tsx';

/** By what people are counted, and how long they have. */
export function SettingsStep({ actor }: { actor: FunnelWizardActor }) {
  const { draft, problem } = useSelector(actor, ({ context }) => context);
  const isOpen = useSelector(actor, (snapshot) => snapshot.can({ type: 'next' }));
  const isRefused = useSelector(actor, (snapshot) =>
    snapshot.matches({ open: { settings: 'refused' } }),
  );
  const { definition } = draft;
  const faults = { ...faultsIn(definition), ...(isRefused ? problem?.fields : {}) };
  const change = (more: Partial<Definition>) =>
    actor.send({ type: 'definition.change', definition: { ...definition, ...more } });
  return (
    <WizardForm
      actor={actor}
      name="Counting of the funnel"
      action="Next: publish"
      isOpen={isOpen}
      reason="Correct the marked fields first."
      onGo={() => actor.send({ type: 'next' })}
    >
      <FormError message={isRefused ? problem?.message : undefined} />
      <fieldset className="wizard-choice">
        <legend className="field-label">Count by</legend>
        {countings.map((counting) => (
          <label key={counting} className="wizard-option">
            <input
              type="radio"
              name="count-by"
              checked={definition.count_by === counting}
              onChange={() => change({ count_by: counting })}
            />
            <span>
              {countingWords[counting].name}
              <span className="field-hint">{countingWords[counting].about}</span>
            </span>
          </label>
        ))}
        {faultsAt(faults, 'count_by').map((sentence) => (
          <p key={sentence} className="field-error">
            {sentence}
          </p>
        ))}
      </fieldset>
      <WindowField
        label="Longest time from the first step to the last"
        note="A step at exactly this time still counts. At most 90 days."
        minutes={definition.window_minutes}
        faults={faultsAt(faults, 'window_minutes')}
        onChange={(minutes) => change({ window_minutes: minutes ?? 0 })}
      />
    </WizardForm>
  );
}
