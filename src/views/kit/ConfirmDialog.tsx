import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';

/** What an act would do, before it is done. */
export function ConfirmDialog({
  title,
  act,
  onConfirm,
  onCancel,
  children,
}: {
  title: string;
  act: string;
  onConfirm: () => void;
  onCancel: () => void;
  children: ReactNode;
}) {
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="note-form settings-ask">
          <AlertDialog.Title className="note-title">{title}</AlertDialog.Title>
          <AlertDialog.Description className="settings-words">{children}</AlertDialog.Description>
          <div className="note-acts">
            <Button look="quiet" onClick={onCancel}>
              Cancel
            </Button>
            <Button look="primary" onClick={onConfirm}>
              {act}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
