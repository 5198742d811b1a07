import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';

/** Asks for confirmation before an action. */
export function ConfirmDialog({
  title,
  action,
  onConfirm,
  onCancel,
  children,
}: {
  title: string;
  action: string;
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
              {action}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
