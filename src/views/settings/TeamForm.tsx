import { useState } from 'react';
import { type Role, roles } from '#contract/accounts/roles.ts';
import type { AffiliateRef } from '#contract/accounts/session.ts';
import { inviteFormSchema, passwordOnlySchema } from '#model/settings-forms.ts';
import type { TeamDraft } from '#model/team.ts';
import { FormActions } from '../kit/FormActions.tsx';
import { FormField } from '../kit/FormField.tsx';
import { fieldErrorsOf } from '../kit/form-errors.ts';
import { SchemaForm } from '../kit/SchemaForm.tsx';
import { CheckboxGroup } from './CheckboxGroup.tsx';
import { OwnPasswordField } from './OwnPasswordField.tsx';
import { SelectField } from './SelectField.tsx';
import type { FormProps } from './SettingsList.tsx';
import { roleWords } from './words.ts';

type Props = FormProps<TeamDraft> & { affiliates: readonly AffiliateRef[] };

const inviting = async () => inviteFormSchema;
const handingOver = async () => passwordOnlySchema;
const nothing = async () => inviteFormSchema.omit({ email: true });

/** Invites a colleague, gives a member another role, or makes a member the owner. */
export function TeamForm(props: Props) {
  const { draft, busy, problem, onSave, onCancel } = props;
  if (draft.kind !== 'handOver') return <RoleForm {...props} draft={draft} />;
  return (
    <SchemaForm
      name="Hand over"
      schema={handingOver}
      problems={fieldErrorsOf(problem)}
      onAnswers={({ password }) => onSave({ ...draft, password })}
    >
      <fieldset className="note-fields" disabled={busy} aria-busy={busy}>
        <p>They become an owner and you become a manager. Only they can give it back.</p>
        <OwnPasswordField />
      </fieldset>
      <FormActions
        problem={problem}
        fields={['password']}
        action="Hand over"
        busy={busy}
        onCancel={onCancel}
      />
    </SchemaForm>
  );
}

function RoleForm({
  draft,
  busy,
  problem,
  affiliates,
  onSave,
  onCancel,
}: Props & { draft: Exclude<TeamDraft, { kind: 'handOver' }> }) {
  const [role, setRole] = useState<Role>(draft.role);
  const [chosen, setChosen] = useState(draft.affiliates);
  const isInvite = draft.kind === 'invite';
  const missing = role === 'affiliate' && chosen.length === 0;
  const [tried, setTried] = useState(false);
  return (
    <SchemaForm
      name={isInvite ? 'Invite' : 'Role'}
      schema={isInvite ? inviting : nothing}
      problems={fieldErrorsOf(problem)}
      onAnswers={(answers) => {
        setTried(true);
        if (missing) return;
        const choices = { role, affiliates: role === 'affiliate' ? chosen : [] };
        onSave({ ...draft, ...answers, ...choices });
      }}
    >
      <fieldset className="note-fields" disabled={busy} aria-busy={busy}>
        {isInvite ? (
          <FormField
            name="email"
            label="Email"
            type="email"
            autoComplete="off"
            autoFocus
            defaultValue={draft.email}
          />
        ) : null}
        <SelectField
          label="Role"
          value={role}
          options={roles.map((one) => ({ value: one, label: roleWords[one].name }))}
          note={roleWords[role].note}
          problems={problem?.fields?.role}
          onChoose={(value) => setRole(roles.find((one) => one === value) ?? role)}
        />
        {role === 'affiliate' ? (
          <CheckboxGroup
            label="Affiliates they see"
            options={affiliates.map(({ id, name, aff_id }) => ({
              value: id,
              label: name || aff_id,
              note: aff_id,
            }))}
            chosen={chosen}
            problems={
              tried && missing ? ['Choose at least one affiliate.'] : problem?.fields?.affiliates
            }
            onChoose={setChosen}
          />
        ) : null}
      </fieldset>
      <FormActions
        problem={problem}
        fields={['email', 'role', 'affiliates']}
        action={isInvite ? 'Send invite' : 'Save role'}
        busy={busy}
        onCancel={onCancel}
      />
    </SchemaForm>
  );
}
