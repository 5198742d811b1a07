import { type Step, stepKinds } from '#contract/funnels/definition.ts';
import type { EventCatalog } from '#contract/funnels/discovery.ts';
import { type FieldFaults, faultsAt } from '#model/funnel-definition.ts';
import { MatcherFields } from './MatcherFields.tsx';
import { PercentField } from './PercentField.tsx';
import { kindWords } from './step-words.ts';
import { WindowField } from './WindowField.tsx';
import './steps.css';
import { Field } from '../../kit/Field.tsx';
import { FieldInput } from '../../kit/FieldInput.tsx';
import { FieldSelect } from '../../kit/FieldSelect.tsx';

/** All fields of a step. Every change is told as it is made. */
export function StepFields({
  step,
  path,
  faults,
  catalog,
  isFirst,
  onChange,
}: {
  step: Step;
  /** The dotted path of the step, such as `steps.1`. */
  path: string;
  faults: FieldFaults;
  catalog: EventCatalog;
  isFirst: boolean;
  onChange: (change: Partial<Step>) => void;
}) {
  const of = (field: string) => faultsAt(faults, `${path}.${field}`);
  return (
    <div className="step-fields">
      <div className="step-pair">
        <Field label="Name" faults={[...of('name'), ...of('slug')]}>
          <FieldInput
            autoComplete="off"
            maxLength={80}
            value={step.name}
            onValueChange={(typed) => onChange({ name: typed })}
          />
        </Field>
        <Field label="Kind" faults={of('kind')}>
          <FieldSelect
            value={step.kind}
            onValueChange={(chosen) => {
              const kind = stepKinds.find((one) => one === chosen);
              if (kind) onChange({ kind });
            }}
          >
            {stepKinds.map((kind) => (
              <option key={kind} value={kind}>
                {kindWords[kind]}
              </option>
            ))}
          </FieldSelect>
        </Field>
      </div>
      <MatcherFields
        matcher={step.matcher}
        path={`${path}.matcher`}
        faults={faults}
        catalog={catalog}
        onChange={(matcher) => onChange({ matcher })}
      />
      {isFirst && !step.optional ? null : (
        <>
          <label className="step-check">
            <input
              type="checkbox"
              checked={step.optional}
              onChange={({ target }) => onChange({ optional: target.checked })}
            />
            People may skip this step
          </label>
          {of('optional').length > 0 ? (
            <p className="field-error" role="alert">
              {of('optional').join(' ')}
            </p>
          ) : null}
        </>
      )}
      <div className="step-pair">
        {isFirst ? null : (
          <WindowField
            label="Longest time from the step before"
            minutes={step.window_minutes}
            isOptional
            faults={of('window_minutes')}
            onChange={(window_minutes) => onChange({ window_minutes })}
          />
        )}
        <Field label="Page of the step" note="For a link to it." faults={of('page_url')}>
          <FieldInput
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            value={step.page_url ?? ''}
            onValueChange={(typed) => onChange({ page_url: typed || null })}
          />
        </Field>
        {isFirst ? null : (
          <PercentField
            label="Expected share, %"
            note="Of the people of the step before."
            share={step.expected_rate}
            faults={of('expected_rate')}
            onChange={(expected_rate) => onChange({ expected_rate })}
          />
        )}
      </div>
    </div>
  );
}
