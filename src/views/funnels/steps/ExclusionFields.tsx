import { type Exclusion, mostExclusions, type Step } from '#contract/funnels/definition.ts';
import type { EventCatalog } from '#contract/funnels/discovery.ts';
import {
  type FieldFaults,
  faultsAt,
  newExclusion,
  nextEventFor,
} from '#model/funnel-definition.ts';
import { Button } from '../../kit/Button.tsx';
import { MatcherFields } from './MatcherFields.tsx';
import './steps.css';
import { Field } from '../../kit/Field.tsx';
import { FieldSelect } from '../../kit/FieldSelect.tsx';

/** The events that make an attempt void between two steps. */
export function ExclusionFields({
  exclusions,
  steps,
  faults,
  catalog,
  onChange,
}: {
  exclusions: readonly Exclusion[];
  steps: readonly Step[];
  faults: FieldFaults;
  catalog: EventCatalog;
  onChange: (exclusions: Exclusion[]) => void;
}) {
  const required = steps.filter(({ optional }) => !optional);
  const next = newExclusion(nextEventFor(catalog, steps), steps);
  const change = (index: number, more: Partial<Exclusion>) =>
    onChange(exclusions.map((one, at) => (at === index ? { ...one, ...more } : one)));
  const stepChoice = (
    index: number,
    field: 'from_step' | 'to_step',
    label: string,
    slug: string,
  ) => (
    <Field label={label} faults={faultsAt(faults, `exclusions.${index}.${field}`)}>
      <FieldSelect value={slug} onValueChange={(chosen) => change(index, { [field]: chosen })}>
        {required.map((step) => (
          <option key={step.slug} value={step.slug}>
            {step.name}
          </option>
        ))}
      </FieldSelect>
    </Field>
  );
  return (
    <div className="exclusion-fields">
      {exclusions.map(({ matcher, from_step, to_step }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: exclusions have no other identity
        <fieldset className="exclusion-one" key={index}>
          <legend className="matcher-legend">Exclusion {index + 1}</legend>
          <MatcherFields
            matcher={matcher}
            path={`exclusions.${index}.matcher`}
            faults={faults}
            catalog={catalog}
            onChange={(changed) => change(index, { matcher: changed })}
          />
          <div className="step-pair">
            {stepChoice(index, 'from_step', 'After', from_step)}
            {stepChoice(index, 'to_step', 'And before', to_step)}
          </div>
          <div className="matcher-acts">
            <Button
              size="small"
              look="quiet"
              aria-label={`Remove exclusion ${index + 1}`}
              onClick={() => onChange(exclusions.filter((_, at) => at !== index))}
            >
              Remove this exclusion
            </Button>
          </div>
        </fieldset>
      ))}
      {next && exclusions.length < mostExclusions ? (
        <Button size="small" onClick={() => onChange([...exclusions, next])}>
          Exclude people with an event
        </Button>
      ) : null}
    </div>
  );
}
