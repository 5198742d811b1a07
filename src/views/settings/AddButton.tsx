import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../kit/Button.tsx';

/** Opens the form for a new entry of a list. */
export function AddButton({
  icon: Icon,
  isReady,
  onAdd,
  children,
}: {
  icon: LucideIcon;
  isReady: boolean;
  onAdd: () => void;
  children: ReactNode;
}) {
  return (
    <Button look="primary" aria-disabled={!isReady} onClick={onAdd}>
      <Icon size={16} aria-hidden="true" />
      {children}
    </Button>
  );
}
