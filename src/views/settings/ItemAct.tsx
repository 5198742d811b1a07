import type { ReactNode } from 'react';
import { Button } from '../kit/Button.tsx';

/** The only act of an item in a list, at its end. */
export function ItemAct({
  label,
  isReady,
  onAct,
  children,
}: {
  /** What the button does, with the name of the item. */
  label: string;
  isReady: boolean;
  onAct: () => void;
  children: ReactNode;
}) {
  return (
    <div className="settings-acts">
      <Button size="small" aria-disabled={!isReady} aria-label={label} onClick={onAct}>
        {children}
      </Button>
    </div>
  );
}
