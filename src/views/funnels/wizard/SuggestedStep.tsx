import { useSelector } from '@xstate/react';
import type { FunnelWizardActor } from '#machines/funnels/funnel-wizard.ts';
import { Button } from '../../kit/Button.tsx';
import { count, percent } from '../../kit/format.ts';

/** The funnels that the recorded events suggest, the most frequent first. */
export function SuggestedStep({ actor }: { actor: FunnelWizardActor }) {
  const suggestions = useSelector(actor, ({ context }) => context.suggestions);
  return (
    <div className="wizard-part">
      <h2 className="wizard-title">Which path do you want to follow?</h2>
      <ul className="wizard-suggestions">
        {suggestions.map((suggestion) => {
          const { name, people, converted, definition } = suggestion;
          const rate = people === 0 ? null : converted / people;
          return (
            <li key={`${name} ${JSON.stringify(definition.steps)}`}>
              <button
                type="button"
                className="funnel-card"
                onClick={() => actor.send({ type: 'suggestion.choose', suggestion })}
              >
                <span className="funnel-card-name">{name}</span>
                <span>{definition.steps.map((step) => step.name).join(' → ')}</span>
                <span className="funnel-note">
                  {count(people)} people, {count(converted)} converted ({percent(rate)})
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      <div className="wizard-acts">
        <Button look="quiet" onClick={() => actor.send({ type: 'back' })}>
          Back
        </Button>
      </div>
    </div>
  );
}
