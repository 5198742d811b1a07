import { useSelector } from '@xstate/react';
import type { OfferRowsActor } from '#machines/offers/offers-list.ts';
import { Button } from '../../kit/Button.tsx';
import { CopyableText } from '../../kit/CopyableText.tsx';
import { FormDialog } from '../../kit/FormDialog.tsx';

/** A link that the browser did not copy, to be copied by hand. */
export function LinkDialog({ list }: { list: OfferRowsActor }) {
  const isRevealed = useSelector(list, (snapshot) => snapshot.matches({ ready: 'revealed' }));
  const outcome = useSelector(list, ({ context }) => context.outcome);
  if (!isRevealed || outcome?.secret === undefined) return null;
  const close = () => list.send({ type: 'secret.dismiss' });
  return (
    <FormDialog title="Your link" onClose={close}>
      <CopyableText label="Link" text={outcome.secret} />
      <div className="note-acts">
        <Button look="primary" onClick={close}>
          Done
        </Button>
      </div>
    </FormDialog>
  );
}
