import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useSelector } from '@xstate/react';
import type { FunnelWizardActor } from '#machines/funnels/funnel-wizard.ts';
import { Button } from '../../kit/Button.tsx';
import { NotDiscarded } from './NotDiscarded.tsx';

/** Asks what shall become of the unfinished funnel. */
export function LeaveDialog({ actor }: { actor: FunnelWizardActor }) {
  const isCreated = useSelector(actor, ({ context }) => context.created !== null);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && actor.send({ type: 'stay' })}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="note-form">
          <AlertDialog.Title className="note-title">Keep the unfinished funnel?</AlertDialog.Title>
          <AlertDialog.Description>
            This browser keeps it, and you can go on the next time you add a funnel.
            {isCreated ? ' It is stored as a draft, which is archived if you discard it.' : ''}
          </AlertDialog.Description>
          <NotDiscarded actor={actor} />
          <div className="note-acts">
            <Button look="quiet" disabled={busy} onClick={() => actor.send({ type: 'stay' })}>
              Stay here
            </Button>
            <Button disabled={busy} onClick={() => actor.send({ type: 'draft.discard' })}>
              Discard
            </Button>
            <Button
              look="primary"
              disabled={busy}
              onClick={() => actor.send({ type: 'draft.keep' })}
            >
              Keep it
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
