import { Popover } from '@base-ui/react/popover';
import type { ReactNode } from 'react';

/** What a popover shows beside its trigger. */
export function FloatingPopup({
  label,
  look,
  align = 'center',
  isShifted = false,
  children,
}: {
  label: string;
  /** The class of its size and layout. */
  look: string;
  align?: 'start' | 'center' | 'end';
  /** Whether it slides along a trigger near the edge instead of turning to its other side. */
  isShifted?: boolean;
  children: ReactNode;
}) {
  return (
    <Popover.Portal>
      <Popover.Positioner
        className="positioner"
        positionMethod="fixed"
        sideOffset={6}
        align={align}
        {...(isShifted ? { collisionAvoidance: { align: 'shift' as const } } : {})}
      >
        <Popover.Popup className={`floating ${look}`} aria-label={label}>
          {children}
        </Popover.Popup>
      </Popover.Positioner>
    </Popover.Portal>
  );
}
