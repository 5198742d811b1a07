import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { DraftEditorActor } from '#machines/funnels/funnel-editor.ts';
import { Button } from '../../kit/Button.tsx';

/** Asks what becomes of unsaved changes before the editor is left. */
export function LeaveDialog({ editor }: { editor: DraftEditorActor }) {
  const stay = () => editor.send({ type: 'leave.stay' });
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && stay()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="note-form">
          <AlertDialog.Title className="note-title">Save your changes first?</AlertDialog.Title>
          <AlertDialog.Description>
            This funnel has changes that are not saved.
          </AlertDialog.Description>
          <div className="note-acts">
            <Button look="quiet" onClick={stay}>
              Stay
            </Button>
            <Button onClick={() => editor.send({ type: 'leave.discard' })}>Discard</Button>
            <Button look="primary" onClick={() => editor.send({ type: 'leave.save' })}>
              Save and leave
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
