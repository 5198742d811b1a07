import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useSelector } from '@xstate/react';
import type { EditorActor, EditorTypes } from '#machines/kit/editor.ts';
import { Button } from './Button.tsx';

/** Asks what becomes of unsaved changes when a member leaves an editor. */
export function LeaveDialog<Types extends EditorTypes>({ actor }: { actor: EditorActor<Types> }) {
  const isOpen = useSelector(actor, (snapshot) => snapshot.matches({ ready: 'confirmingLeave' }));
  const canSave = useSelector(actor, (snapshot) => snapshot.can({ type: 'leave.save' }));
  if (!isOpen) return null;
  const stay = () => actor.send({ type: 'leave.stay' });
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && stay()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="note-form settings-ask">
          <AlertDialog.Title className="note-title">Leave with unsaved changes?</AlertDialog.Title>
          <AlertDialog.Description className="settings-words">
            {canSave
              ? 'Your changes have not been saved yet.'
              : 'Your changes have faults, so they cannot be saved yet.'}
          </AlertDialog.Description>
          <div className="note-acts">
            <Button look="quiet" onClick={() => actor.send({ type: 'leave.discard' })}>
              Discard and leave
            </Button>
            <Button look="quiet" onClick={stay}>
              Stay
            </Button>
            <Button
              look="primary"
              disabled={!canSave}
              onClick={() => actor.send({ type: 'leave.save' })}
            >
              Save and leave
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
