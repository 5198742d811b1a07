import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { Project } from '#contract/projects/schemas.ts';
import type { CompanyActor } from '#machines/settings/company.ts';
import { companyFormSchema } from '#model/settings-forms.ts';
import { AppLink } from '../kit/AppLink.tsx';
import { FormField } from '../kit/FormField.tsx';
import { fieldErrorsOf } from '../kit/form-errors.ts';
import { count } from '../kit/format.ts';
import { hasBilling } from '../kit/installation.ts';
import { SchemaForm } from '../kit/SchemaForm.tsx';
import { FormPage, SaveActs } from './FormPage.tsx';
import { SelectField } from './SelectField.tsx';
import { zoneOptions } from './zone-options.ts';

const schema = async () => companyFormSchema;

/** The form of the company's details. */
export function Company({ actor }: { actor: CompanyActor }) {
  return (
    <FormPage actor={actor} name="Company" lead="Everybody in the project sees these.">
      {(project) => <Answers actor={actor} project={project} />}
    </FormPage>
  );
}

function Answers({ actor, project }: { actor: CompanyActor; project: Project }) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const problem = useSelector(actor, ({ context }) => context.problem);
  const [timezone, setTimezone] = useState(project.timezone);
  const [keeps, setKeeps] = useState(project.keep_addresses ?? false);
  return (
    <SchemaForm
      name="Company"
      schema={schema}
      problems={fieldErrorsOf(problem)}
      onAnswers={(answers) =>
        actor.send({ type: 'form.save', draft: { ...answers, timezone, keep_addresses: keeps } })
      }
    >
      <fieldset className="settings-fields" disabled={busy}>
        <FormField
          name="name"
          label="Name"
          autoComplete="organization"
          defaultValue={project.name}
        />
        <FormField name="url" label="Website" autoComplete="url" defaultValue={project.url} />
        <FormField
          name="target"
          label="Main goal"
          autoComplete="off"
          defaultValue={project.target}
          note="The event that counts as a conversion, such as purchase or lead."
        />
        <SelectField
          label="Time zone"
          value={timezone}
          options={zoneOptions(project.timezone)}
          problems={problem?.fields?.timezone}
          onChoose={setTimezone}
        />
        <label className="settings-switch">
          <input
            type="checkbox"
            className="switch"
            checked={keeps}
            onChange={({ currentTarget }) => setKeeps(currentTarget.checked)}
          />
          <span>
            Store visitors’ addresses whole
            <span className="field-note">Off stores only the network part.</span>
          </span>
        </label>
        <dl className="settings-terms">
          <div>
            <dt>Currency</dt>
            <dd>{project.currency}</dd>
          </div>
          <div>
            <dt>Events this month</dt>
            <dd data-figures>
              {count(project.events_used)}
              {project.number_of_events > 0 ? ` (${count(project.number_of_events)} expected)` : ''}{' '}
              {hasBilling() ? (
                <AppLink to="/settings/billing-settings">Plan and usage</AppLink>
              ) : null}
            </dd>
          </div>
        </dl>
      </fieldset>
      <SaveActs actor={actor} fields={['name', 'url', 'target', 'timezone']} />
    </SchemaForm>
  );
}
