import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { AffiliateRef } from '#contract/accounts/session.ts';
import type { OfferDetail } from '#contract/offers/offer.ts';
import type { OfferAccessActor } from '#machines/offers/offer-parts.ts';
import type { AccessChange } from '#model/offer-detail.ts';
import { Field } from '../../kit/Field.tsx';
import { FieldInput } from '../../kit/FieldInput.tsx';
import { FieldSelect } from '../../kit/FieldSelect.tsx';
import { FormActions } from '../../kit/FormActions.tsx';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { fieldErrorsOf } from '../../kit/form-errors.ts';

const verbs = { approved: 'Approve', rejected: 'Reject', blocked: 'Block' } as const;
const effects = {
  approved: 'Its clicks are taken from now on.',
  rejected: 'Its clicks go to the fallback. It can request the offer again.',
  blocked: 'Its clicks go to the fallback, and it cannot request the offer again.',
} as const;

/** A request of an affiliate, or the decision about one or several. */
export function AccessDialog({
  actor,
  offer,
  affiliates,
  mayDecide,
}: {
  actor: OfferAccessActor;
  offer: OfferDetail;
  affiliates: readonly AffiliateRef[];
  mayDecide: boolean;
}) {
  const writing = useSelector(actor, (snapshot) => snapshot.hasTag('writing'));
  const draft = useSelector(actor, ({ context }) => context.draft);
  const cancel = () => actor.send({ type: 'form.cancel' });
  if (!writing || !draft) return null;
  const nameOf = (id: number) => {
    const found = affiliates.find((one) => one.id === id);
    return found?.name || found?.aff_id || 'the affiliate';
  };
  const title =
    draft.kind === 'request'
      ? mayDecide
        ? 'Add an affiliate'
        : `Request “${offer.name}”`
      : draft.affiliates.length === 1
        ? `${verbs[draft.status]} ${nameOf(draft.affiliates[0]?.id ?? 0)}?`
        : `${verbs[draft.status]} ${draft.affiliates.length} affiliates?`;
  return (
    <FormDialog title={title} onClose={cancel}>
      <AccessForm
        key={title}
        actor={actor}
        draft={draft}
        affiliates={affiliates}
        mayDecide={mayDecide}
        onCancel={cancel}
      />
    </FormDialog>
  );
}

function AccessForm({
  actor,
  draft,
  affiliates,
  mayDecide,
  onCancel,
}: {
  actor: OfferAccessActor;
  draft: AccessChange;
  affiliates: readonly AffiliateRef[];
  mayDecide: boolean;
  onCancel: () => void;
}) {
  const problem = useSelector(actor, ({ context }) => context.problem);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const listed = useSelector(actor, ({ context }) => context.rows.map(({ id }) => id).join());
  const known = listed.split(',').map(Number);
  const addable = affiliates.filter(({ id }) => !known.includes(id));
  const isRequest = draft.kind === 'request';
  const [text, setText] = useState(isRequest ? draft.note : draft.reason);
  const [affiliate, setAffiliate] = useState(
    isRequest ? draft.affiliate || (addable[0]?.id ?? 0) : 0,
  );
  const isChoice = isRequest && draft.affiliate === 0;
  const field = isRequest ? 'note' : 'reason';
  const faults = fieldErrorsOf(problem) ?? {};
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isChoice && affiliate === 0) return;
        actor.send({
          type: 'entry.save',
          draft: isRequest
            ? { ...draft, affiliate, note: text.trim() }
            : { ...draft, reason: text.trim() },
        });
      }}
    >
      <fieldset className="note-fields" disabled={busy} aria-busy={busy}>
        {isRequest ? null : <p>{effects[draft.status]}</p>}
        {isChoice && addable.length === 0 ? <p>Every affiliate is in the list already.</p> : null}
        {isChoice && addable.length > 0 ? (
          <Field label="Affiliate" note="It is approved at once." faults={faults.affiliate}>
            <FieldSelect
              value={String(affiliate)}
              onValueChange={(value) => setAffiliate(Number(value))}
            >
              {addable.map(({ id, name, aff_id }) => (
                <option key={id} value={id}>
                  {name || aff_id}
                </option>
              ))}
            </FieldSelect>
          </Field>
        ) : null}
        <Field
          label={
            isRequest && !mayDecide ? 'How you will send traffic (optional)' : 'Reason (optional)'
          }
          note={isRequest ? undefined : 'The affiliate reads it.'}
          faults={faults[field]}
        >
          <FieldInput
            value={text}
            maxLength={500}
            autoComplete="off"
            autoFocus
            onValueChange={setText}
          />
        </Field>
      </fieldset>
      <FormActions
        problem={problem}
        fields={[field, ...(isChoice ? ['affiliate'] : [])]}
        action={
          isRequest ? (mayDecide ? 'Add and approve' : 'Request access') : verbs[draft.status]
        }
        busy={busy}
        onCancel={onCancel}
      />
    </form>
  );
}
