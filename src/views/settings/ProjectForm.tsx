import { useState } from 'react';
import type { ProjectDraft } from '#model/projects.ts';
import { affiliateFormSchema, projectFormSchema } from '#model/settings-forms.ts';
import { FormActions } from '../kit/FormActions.tsx';
import { FormField } from '../kit/FormField.tsx';
import { fieldErrorsOf } from '../kit/form-errors.ts';
import { SchemaForm } from '../kit/SchemaForm.tsx';
import { numbersIn, numberText } from '../kit/typed-number.ts';
import { NameField } from './NameField.tsx';
import { SelectField } from './SelectField.tsx';
import type { FormProps } from './SettingsList.tsx';
import { zoneOptions } from './zone-options.ts';

type Props = FormProps<ProjectDraft>;
type Of<Kind extends ProjectDraft['kind']> = Props & {
  draft: Extract<ProjectDraft, { kind: Kind }>;
};

const naming = async () => projectFormSchema;

/** The form of a project's name or of an affiliate. */
export function ProjectForm(props: Props) {
  const { draft } = props;
  return draft.kind === 'project' ? (
    <Naming {...props} draft={draft} />
  ) : (
    <Terms {...props} draft={draft} />
  );
}

function Naming({ draft, busy, problem, onSave, onCancel }: Of<'project'>) {
  const [timezone, setTimezone] = useState(draft.timezone);
  const isNew = draft.project === null;
  return (
    <SchemaForm
      name="Project"
      schema={naming}
      problems={fieldErrorsOf(problem)}
      onAnswers={({ name, currency }) =>
        onSave({ ...draft, name, currency: currency ?? draft.currency, timezone })
      }
    >
      <fieldset className="note-fields" disabled={busy} aria-busy={busy}>
        <NameField name={draft.name} />
        {isNew ? (
          <>
            <FormField
              name="currency"
              label="Currency"
              autoComplete="off"
              defaultValue={draft.currency}
              note="Three letters such as USD. It cannot be changed later."
            />
            <SelectField
              label="Time zone"
              value={timezone}
              options={zoneOptions(draft.timezone)}
              onChoose={setTimezone}
            />
          </>
        ) : null}
      </fieldset>
      <FormActions
        problem={problem}
        fields={['name', 'currency']}
        action={isNew ? 'Create project' : 'Save name'}
        busy={busy}
        onCancel={onCancel}
      />
    </SchemaForm>
  );
}

function Terms({ draft, busy, problem, onSave, onCancel }: Of<'affiliate'>) {
  const [type, setType] = useState(draft.payout.type);
  const share = type === 'revshare';
  const value = draft.payout.type === 'revshare' ? draft.payout.value * 100 : draft.payout.value;
  return (
    <SchemaForm
      name="Affiliate"
      schema={async () => affiliateFormSchema(type)}
      read={numbersIn('payout')}
      problems={fieldErrorsOf(problem)}
      onAnswers={({ payout, ...answers }) =>
        onSave({ ...draft, ...answers, payout: { type, value: payout } })
      }
    >
      <fieldset className="note-fields" disabled={busy} aria-busy={busy}>
        <NameField name={draft.name} />
        <FormField
          name="aff_id"
          label="Affiliate id"
          autoComplete="off"
          defaultValue={draft.aff_id}
          note="Shown in links, such as 1001. It is unique in the project, and stays once something is recorded with it."
        />
        <SelectField
          label="Paid by"
          value={type}
          options={[
            { value: 'revshare', label: 'Share of revenue' },
            { value: 'cpa', label: 'Amount for each conversion' },
          ]}
          onChoose={(next) => setType(next === 'cpa' ? 'cpa' : 'revshare')}
        />
        <FormField
          name="payout"
          label={share ? 'Share in percent' : 'Amount'}
          autoComplete="off"
          defaultValue={numberText(String(Number(value.toFixed(4))))}
        />
        <FormField
          name="postback_url"
          label="Postback URL (optional)"
          autoComplete="off"
          defaultValue={draft.postback_url ?? ''}
        />
        <FormField
          name="sub_ids"
          label="Sub-ids (optional)"
          autoComplete="off"
          defaultValue={draft.sub_ids.join(', ')}
          note="Comma-separated, to distinguish their sources."
        />
      </fieldset>
      <FormActions
        problem={problem}
        fields={['name', 'aff_id', 'payout', 'postback_url', 'sub_ids']}
        action={draft.affiliate ? 'Save affiliate' : 'Create affiliate'}
        busy={busy}
        onCancel={onCancel}
      />
    </SchemaForm>
  );
}
