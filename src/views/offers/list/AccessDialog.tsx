import { useSelector } from '@xstate/react';
import type { OfferRowsActor } from '#machines/offers/offers-list.ts';
import { Field } from '../../kit/Field.tsx';
import { FieldInput } from '../../kit/FieldInput.tsx';
import { FieldSelect } from '../../kit/FieldSelect.tsx';
import { FormActions } from '../../kit/FormActions.tsx';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { fieldErrorsOf } from '../../kit/form-errors.ts';
import { SchemaForm } from '../../kit/SchemaForm.tsx';

const schema = async () => (await import('#contract/offers/access.ts')).newAccessSchema;

const asRequest = ({ affiliate, ...values }: Record<string, unknown>) => ({
  ...values,
  affiliate: Number(affiliate),
});

/** Requests an offer for one of the reader's affiliates, with a note for the manager. */
export function AccessDialog({ list }: { list: OfferRowsActor }) {
  const isWriting = useSelector(list, (snapshot) => snapshot.hasTag('writing'));
  const busy = useSelector(list, (snapshot) => snapshot.hasTag('busy'));
  const { entry, draft, problem } = useSelector(list, ({ context }) => context);
  if (!isWriting || !entry || !draft) return null;
  const cancel = () => list.send({ type: 'form.cancel' });
  const requestable = entry.access.filter(({ status }) => status === 'none');
  return (
    <FormDialog title={`Request “${entry.name}”`} onClose={cancel}>
      <SchemaForm
        name="Request of an offer"
        schema={schema}
        problems={fieldErrorsOf(problem)}
        read={asRequest}
        onAnswers={(answers) => list.send({ type: 'entry.save', draft: answers })}
      >
        <Field name="affiliate" label="Affiliate">
          <FieldSelect defaultValue={draft.affiliate}>
            {requestable.map(({ affiliate, affid, name }) => (
              <option key={affiliate} value={affiliate}>
                {name} ({affid})
              </option>
            ))}
          </FieldSelect>
        </Field>
        <Field
          name="note"
          label="How you will promote it"
          note="The manager reads this when deciding."
        >
          <FieldInput autoFocus autoComplete="off" defaultValue={draft.note} maxLength={500} />
        </Field>
        <FormActions
          problem={problem}
          fields={['affiliate', 'note']}
          action="Send request"
          busy={busy}
          onCancel={cancel}
        />
      </SchemaForm>
    </FormDialog>
  );
}
