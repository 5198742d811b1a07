import { useSelector } from '@xstate/react';
import { ChevronDown, ChevronUp, Trash2 } from 'lucide-react';
import { type Definition, mostSteps } from '#contract/funnels/definition.ts';
import type { FunnelWizardActor } from '#machines/funnels/funnel-wizard.ts';
import {
  faultsAt,
  faultsIn,
  faultsWithin,
  newStep,
  nextEventFor,
  stepSlugOf,
  withMovedStep,
  withoutStep,
  withStep,
} from '#model/funnel-definition.ts';
import { Button } from '../../kit/Button.tsx';
import { FormError } from '../../kit/FormError.tsx';
import { ExclusionFields } from '../steps/ExclusionFields.tsx';
import { StepFields } from '../steps/StepFields.tsx';
import { StepsPreview } from './StepsPreview.tsx';
import { WizardForm } from './WizardForm.tsx';

/** What each step counts, with what that would have been lately. */
export function StepsStep({ actor }: { actor: FunnelWizardActor }) {
  const { draft, catalog, problem } = useSelector(actor, ({ context }) => context);
  const isOpen = useSelector(actor, (snapshot) => snapshot.can({ type: 'next' }));
  const isRefused = useSelector(actor, (snapshot) =>
    snapshot.matches({ open: { steps: 'refused' } }),
  );
  const isOpening = useSelector(actor, (snapshot) =>
    snapshot.matches({ open: { steps: 'opening' } }),
  );
  const { definition } = draft;
  const { steps } = definition;
  const faults = { ...faultsIn(definition), ...(isRefused ? problem?.fields : {}) };
  const events = catalog ?? [];
  const change = (next: Definition) => actor.send({ type: 'definition.change', definition: next });
  return (
    <div className="wizard-pair">
      <WizardForm
        actor={actor}
        name="Steps of the funnel"
        action="Next: counting"
        isOpen={isOpen}
        reason={firstOf(faultsAt(faults, 'steps')) ?? 'Correct the marked fields first.'}
        onGo={() => actor.send({ type: 'next' })}
      >
        <FormError message={isRefused ? problem?.message : undefined} />
        {catalog === null && !isOpening ? (
          <p className="wizard-note" role="status">
            The recorded events could not be read, so only the usual ones are offered.{' '}
            <Button size="small" onClick={() => actor.send({ type: 'catalog.retry' })}>
              Read the events again
            </Button>
          </p>
        ) : null}
        <ol className="wizard-steps">
          {steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the slug of a step changes with its name
            <li key={index} className="wizard-step">
              <details
                open={
                  steps.length <= 3 ||
                  index === steps.length - 1 ||
                  faultsWithin(faults, `steps.${index}`).length > 0
                }
              >
                <summary className="wizard-summary">
                  {index + 1}. {step.name || 'Step without a name'}
                </summary>
                <StepFields
                  step={step}
                  path={`steps.${index}`}
                  faults={faults}
                  catalog={events}
                  isFirst={index === 0}
                  onChange={(more) =>
                    change(
                      withStep(definition, index, {
                        ...more,
                        ...(more.name === undefined
                          ? {}
                          : { slug: stepSlugOf(more.name, steps.toSpliced(index, 1)) }),
                      }),
                    )
                  }
                />
              </details>
              <div className="wizard-step-acts">
                <button
                  type="button"
                  className="icon-button"
                  aria-label={`Move ${step.name} up`}
                  aria-disabled={index === 0}
                  onClick={() => change(withMovedStep(definition, index, -1))}
                >
                  <ChevronUp size={16} aria-hidden="true" />
                </button>
                <button
                  type="button"
                  className="icon-button"
                  aria-label={`Move ${step.name} down`}
                  aria-disabled={index === steps.length - 1}
                  onClick={() => change(withMovedStep(definition, index, 1))}
                >
                  <ChevronDown size={16} aria-hidden="true" />
                </button>
                <button
                  type="button"
                  className="icon-button"
                  aria-label={`Remove ${step.name}`}
                  onClick={() => change(withoutStep(definition, index))}
                >
                  <Trash2 size={16} aria-hidden="true" />
                </button>
              </div>
            </li>
          ))}
        </ol>
        {steps.length < mostSteps ? (
          <Button
            onClick={() =>
              change({
                ...definition,
                steps: [...steps, newStep(nextEventFor(events, steps), steps)],
              })
            }
          >
            Add a step
          </Button>
        ) : null}
        <ExclusionFields
          exclusions={definition.exclusions}
          steps={steps}
          faults={faults}
          catalog={events}
          onChange={(exclusions) => change({ ...definition, exclusions })}
        />
      </WizardForm>
      <StepsPreview actor={actor} />
    </div>
  );
}

const firstOf = (sentences: readonly string[]): string | undefined => sentences[0];
