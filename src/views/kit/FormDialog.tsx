import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';

/** A dialog for a form or a message. A click outside does not close it, because typed text would be lost. */
export function FormDialog({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog.Root open disablePointerDismissal onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="note-form settings-sheet">
          <Dialog.Title className="note-title">{title}</Dialog.Title>
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
