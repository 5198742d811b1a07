import { useSelector } from '@xstate/react';
import type { AffiliateRef } from '#contract/accounts/session.ts';
import type { OfferDetail } from '#contract/offers/offer.ts';
import type { Terms } from '#contract/offers/terms.ts';
import type { NewTermsActor } from '#machines/offers/new-terms.ts';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { NewTermsForm } from './NewTermsForm.tsx';
import { TermsEffect } from './TermsEffect.tsx';

/** New terms: the form, then whom they affect. */
export function NewTermsDialog({
  actor,
  offer,
  terms,
  affiliates,
}: {
  actor: NewTermsActor;
  offer: OfferDetail;
  terms: readonly Terms[];
  affiliates: readonly AffiliateRef[];
}) {
  const { draft, preview, problem } = useSelector(actor, ({ context }) => context);
  const isClosed = useSelector(actor, (snapshot) => snapshot.matches('idle'));
  const isWriting = useSelector(actor, (snapshot) => snapshot.hasTag('writing'));
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const cancel = () => actor.send({ type: 'terms.cancel' });
  if (isClosed || !draft) return null;
  return (
    <FormDialog title={isWriting ? 'New terms' : 'Whom the new terms affect'} onClose={cancel}>
      {isWriting ? (
        <NewTermsForm
          draft={draft}
          offer={offer}
          terms={terms}
          affiliates={affiliates}
          busy={busy}
          problem={problem}
          onPreview={(next) => actor.send({ type: 'terms.preview', draft: next })}
          onCancel={cancel}
        />
      ) : preview ? (
        <TermsEffect actor={actor} preview={preview} offer={offer} busy={busy} />
      ) : null}
    </FormDialog>
  );
}
