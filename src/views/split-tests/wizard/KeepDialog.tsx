import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useSelector } from '@xstate/react';
import type { SplitTestWizardActor } from '#machines/split-tests/split-test-wizard.ts';
import { Button } from '../../kit/Button.tsx';

/** Asks what shall become of what was entered. */
export function KeepDialog({ actor }: { actor: SplitTestWizardActor }) {
  const isStored = useSelector(actor, ({ context }) => context.stored !== null);
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && actor.send({ type: 'stay' })}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="note-form">
          <AlertDialog.Title className="note-title">Keep what you entered?</AlertDialog.Title>
          <AlertDialog.Description>
            This browser keeps it, and you can go on the next time.
            {isStored ? ' The draft in the list stays as it was last stored, either way.' : ''}
          </AlertDialog.Description>
          <div className="note-acts">
            <Button look="quiet" onClick={() => actor.send({ type: 'stay' })}>
              Stay here
            </Button>
            <Button onClick={() => actor.send({ type: 'draft.discard' })}>Discard</Button>
            <Button look="primary" onClick={() => actor.send({ type: 'draft.keep' })}>
              Keep it
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
