import { useState } from 'react';
import { longestTokenDays, tokenScopes } from '#contract/api-tokens/schemas.ts';
import type { TokenDraft } from '#machines/settings/tokens.ts';
import { tokenFormSchema } from '#model/settings-forms.ts';
import { FormActions } from '../kit/FormActions.tsx';
import { fieldErrorsOf } from '../kit/form-errors.ts';
import { SchemaForm } from '../kit/SchemaForm.tsx';
import { CheckboxGroup } from './CheckboxGroup.tsx';
import { NameField } from './NameField.tsx';
import { OwnPasswordField } from './OwnPasswordField.tsx';
import { SelectField } from './SelectField.tsx';
import type { FormProps } from './SettingsList.tsx';
import { scopeWords } from './words.ts';

const schema = async () => tokenFormSchema;
const lifetimes = [7, 30, 90, 180, longestTokenDays];

/** The form of an API token: its permissions and lifetime. */
export function TokenForm({ draft, busy, problem, onSave, onCancel }: FormProps<TokenDraft>) {
  const [scopes, setScopes] = useState(draft.scopes);
  const [days, setDays] = useState(draft.expires_in_days);
  const [tried, setTried] = useState(false);
  const missing = scopes.length === 0;
  return (
    <SchemaForm
      name="API token"
      schema={schema}
      problems={fieldErrorsOf(problem)}
      onAnswers={(answers) => {
        setTried(true);
        if (!missing) onSave({ ...answers, scopes, expires_in_days: days });
      }}
    >
      <fieldset className="note-fields" disabled={busy} aria-busy={busy}>
        <NameField name={draft.name} note="What uses it, such as “nightly export”." />
        <CheckboxGroup
          label="It may"
          options={tokenScopes.map((scope) => ({ value: scope, label: scopeWords[scope] }))}
          chosen={scopes}
          problems={tried && missing ? ['Choose what the token may do.'] : problem?.fields?.scopes}
          onChoose={setScopes}
        />
        <SelectField
          label="It works for"
          value={String(days)}
          options={lifetimes.map((one) => ({ value: String(one), label: `${one} days` }))}
          problems={problem?.fields?.expires_in_days}
          onChoose={(value) => setDays(Number(value))}
        />
        <OwnPasswordField />
      </fieldset>
      <FormActions
        problem={problem}
        fields={['name', 'scopes', 'expires_in_days', 'password']}
        action="Create token"
        busy={busy}
        onCancel={onCancel}
      />
    </SchemaForm>
  );
}
