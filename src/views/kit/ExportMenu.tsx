import { Menu } from '@base-ui/react/menu';
import { Download } from 'lucide-react';
import type { FileForm } from '#model/export.ts';
import { FormatItems } from './ExportItems.tsx';

/** A button that opens the file formats of an export. */
export function ExportMenu({
  label,
  className = '',
  onChoose,
}: {
  label: string;
  /** A class of the menu, for one above a dialog. */
  className?: string;
  onChoose: (form: FileForm) => void;
}) {
  return (
    <Menu.Root>
      <Menu.Trigger className="icon-button" aria-label={label}>
        <Download size={16} aria-hidden="true" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className={`positioner ${className}`.trim()} sideOffset={6} align="end">
          <Menu.Popup className="floating menu">
            <FormatItems onChoose={onChoose} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
