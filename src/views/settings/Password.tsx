import { useSelector } from '@xstate/react';
import type { PasswordActor } from '#machines/settings/password.ts';
import { passwordFormSchema } from '#model/settings-forms.ts';
import { Button } from '../kit/Button.tsx';
import { FormActions } from '../kit/FormActions.tsx';
import { FormField } from '../kit/FormField.tsx';
import { fieldErrorsOf } from '../kit/form-errors.ts';
import { SchemaForm } from '../kit/SchemaForm.tsx';
import { Section } from '../kit/Section.tsx';

const schema = async () => passwordFormSchema;

/** The password form. It keeps its values until the server accepts them. */
export function Password({ actor }: { actor: PasswordActor }) {
  const writing = useSelector(actor, (snapshot) => snapshot.hasTag('writing'));
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const done = useSelector(actor, (snapshot) => snapshot.matches('done'));
  const problem = useSelector(actor, ({ context }) => context.problem);
  return (
    <Section
      name="Password"
      lead="A new password ends all other sessions. API tokens keep working until they are revoked."
      busy={busy}
      tools={
        writing ? null : (
          <Button onClick={() => actor.send({ type: 'password.open' })}>Change password</Button>
        )
      }
    >
      {done ? (
        <p className="settings-said" role="status">
          Your password is changed. Every other session has ended.
        </p>
      ) : null}
      {writing ? (
        <div className="settings-form">
          <SchemaForm
            name="Password"
            schema={schema}
            problems={fieldErrorsOf(problem)}
            onAnswers={(change) => actor.send({ type: 'password.submit', change })}
          >
            <fieldset className="note-fields" disabled={busy} aria-busy={busy}>
              <FormField
                name="old_password"
                label="Current password"
                type="password"
                autoComplete="current-password"
                autoFocus
              />
              <FormField
                name="new_password"
                label="New password"
                type="password"
                autoComplete="new-password"
                note="At least 10 characters."
              />
            </fieldset>
            <FormActions
              problem={problem}
              fields={['old_password', 'new_password']}
              action="Save password"
              busy={busy}
              onCancel={() => actor.send({ type: 'password.cancel' })}
            />
          </SchemaForm>
        </div>
      ) : null}
    </Section>
  );
}
