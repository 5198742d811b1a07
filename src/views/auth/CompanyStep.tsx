import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { SignUpActor } from '#machines/auth/sign-up.ts';
import { Button } from '../kit/Button.tsx';
import { Field } from '../kit/Field.tsx';
import { FieldSelect } from '../kit/FieldSelect.tsx';
import { FormError } from '../kit/FormError.tsx';
import { FormField } from '../kit/FormField.tsx';
import { formErrorOf } from '../kit/form-errors.ts';
import { hasBilling } from '../kit/installation.ts';
import { SchemaForm } from '../kit/SchemaForm.tsx';
import { companyFields } from './company-fields.ts';

const fieldNames = ['name', 'url', 'target', 'number_of_events', 'timezone', 'currency'];

/** The company form. A saved company can be changed, except its currency. */
export function CompanyStep({ actor }: { actor: SignUpActor }) {
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const problem = useSelector(actor, ({ context }) => context.problem);
  const project = useSelector(actor, ({ context }) => context.project);
  const [typed] = useState(() => companyFields(actor.getSnapshot().context));

  return (
    <>
      <h1 className="login-title">{project ? 'Your company' : 'Name your company'}</h1>
      <p className="login-lead">Its affiliates, events and figures will live here.</p>
      <FormError message={formErrorOf(problem, fieldNames)} />
      <SchemaForm
        name="Your company"
        schema={readSchema}
        problems={problem?.fields}
        onAnswers={(company) => actor.send({ type: 'company.submit', company })}
        onWrite={(company) => actor.send({ type: 'draft.change', draft: { company } })}
      >
        <fieldset className="login-fields" disabled={busy}>
          <FormField
            name="name"
            label="Company name"
            autoComplete="organization"
            defaultValue={typed.name}
            autoFocus
          />
          <FormField
            name="url"
            label="Website (optional)"
            autoComplete="url"
            defaultValue={typed.url}
            note="Tracking links lead there. Such as https://shop.example."
          />
          <div className="fields-beside">
            <FormField
              name="target"
              label="What counts"
              defaultValue={typed.target}
              note="The event to aim for, such as purchase or lead."
            />
            <FormField
              name="number_of_events"
              label="Events a month"
              defaultValue={typed.number_of_events}
              note={
                hasBilling()
                  ? 'A guess is enough; it suggests a plan.'
                  : 'A guess is enough; it limits nothing.'
              }
            />
          </div>
          <div className="fields-beside">
            <Field name="timezone" label="Time zone">
              <FieldSelect defaultValue={typed.timezone}>
                {zones(typed.timezone).map((zone) => (
                  <option key={zone} value={zone}>
                    {zone.replaceAll('_', ' ')}
                  </option>
                ))}
              </FieldSelect>
            </Field>
            <Field name="currency" label="Currency">
              <FieldSelect defaultValue={project?.currency ?? typed.currency}>
                {project ? (
                  <option value={project.currency}>{project.currency}</option>
                ) : (
                  Intl.supportedValuesOf('currency').map((currency) => (
                    <option key={currency} value={currency}>
                      {currency}
                    </option>
                  ))
                )}
              </FieldSelect>
            </Field>
          </div>
          <Button type="submit" look="primary">
            {busy ? 'Saving' : hasBilling() ? 'Continue to payment' : 'Open the dashboard'}
          </Button>
        </fieldset>
      </SchemaForm>
    </>
  );
}

const zones = (chosen: string): string[] => [
  ...new Set([chosen, 'UTC', ...Intl.supportedValuesOf('timeZone')]),
];

const readSchema = async () => (await import('#model/sign-up.ts')).companyFormSchema;
