import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { FunnelWizardActor } from '#machines/funnels/funnel-wizard.ts';
import { Button } from '../../kit/Button.tsx';

/** Asks what shall become of the unfinished funnel. */
export function LeaveDialog({ actor }: { actor: FunnelWizardActor }) {
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && actor.send({ type: 'stay' })}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="note-form">
          <AlertDialog.Title className="note-title">Keep the unfinished funnel?</AlertDialog.Title>
          <AlertDialog.Description>
            This browser keeps it, and you can go on the next time you add a funnel.
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
