import { useState } from 'react';
import { longestTokenDays, tokenScopes } from '#contract/api-token.ts';
import { tokenFormSchema } from '#contract/settings-forms.ts';
import type { TokenDraft } from '#machines/settings-entries.ts';
import { FieldNote } from '../entrance/FieldNote.tsx';
import { AnswerForm } from '../parts/AnswerForm.tsx';
import { Field } from '../parts/Field.tsx';
import { Choose } from './Choose.tsx';
import { FormActs, fieldsOf } from './FormActs.tsx';
import type { FormProps } from './Roster.tsx';
import { Ticks } from './Ticks.tsx';
import { scopeWords } from './words.ts';

const schema = async () => tokenFormSchema;
const lifetimes = [7, 30, 90, 180, longestTokenDays];

/** Describes a token: what it may do and for how long. */
export function TokenForm({ draft, busy, problem, onSave, onCancel }: FormProps<TokenDraft>) {
  const [scopes, setScopes] = useState(draft.scopes);
  const [days, setDays] = useState(draft.expires_in_days);
  const [tried, setTried] = useState(false);
  const missing = scopes.length === 0;
  return (
    <AnswerForm
      name="API token"
      schema={schema}
      problems={fieldsOf(problem)}
      onAnswers={(answers) => {
        setTried(true);
        if (!missing) onSave({ ...answers, scopes, expires_in_days: days });
      }}
    >
      <fieldset className="note-fields" disabled={busy} aria-busy={busy}>
        <Field name="name" label="Name" autoComplete="off" autoFocus defaultValue={draft.name}>
          <FieldNote>What uses it, such as “nightly export”.</FieldNote>
        </Field>
        <Ticks
          label="It may"
          options={tokenScopes.map((scope) => ({ value: scope, label: scopeWords[scope] }))}
          chosen={scopes}
          problems={tried && missing ? ['Choose what the token may do.'] : problem?.fields?.scopes}
          onChoose={setScopes}
        />
        <Choose
          label="It works for"
          value={String(days)}
          options={lifetimes.map((one) => ({ value: String(one), label: `${one} days` }))}
          problems={problem?.fields?.expires_in_days}
          onChoose={(value) => setDays(Number(value))}
        />
        <Field
          name="password"
          label="Your password"
          type="password"
          autoComplete="current-password"
        />
      </fieldset>
      <FormActs
        problem={problem}
        fields={['name', 'scopes', 'expires_in_days', 'password']}
        act="Create token"
        busy={busy}
        onCancel={onCancel}
      />
    </AnswerForm>
  );
}
