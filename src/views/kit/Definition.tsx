import { Popover } from '@base-ui/react/popover';
import { useId, useState } from 'react';
import { flushSync } from 'react-dom';

/** A term with its definition on hover, focus and tap. Screen readers get the definition as the term's description. */
export function Definition({
  name,
  text,
  open: opened,
  onOpenChange,
}: {
  name: string;
  text: string;
  /** Opens it from outside. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}) {
  const [own, setOwn] = useState(false);
  const open = opened ?? own;
  const setOpen = onOpenChange ?? setOwn;
  const id = useId();
  return (
    <Popover.Root open={open} onOpenChange={(next) => setOpen(next)}>
      <Popover.Trigger
        className="definition"
        openOnHover
        delay={350}
        aria-describedby={id}
        onFocus={({ currentTarget }) => setOpen(currentTarget.matches(':focus-visible'))}
        onBlur={() => setOpen(false)}
        onKeyDown={({ key }) => {
          // The popover's focus guards would take the focus when they unmount, so it closes first.
          if (key === 'Tab') flushSync(() => setOpen(false));
        }}
      >
        {name}
      </Popover.Trigger>
      <span id={id} hidden>
        {text}
      </span>
      <Popover.Portal>
        <Popover.Positioner className="positioner" sideOffset={6} align="start">
          <Popover.Popup className="tip" initialFocus={false} finalFocus={false} aria-label={name}>
            {text}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
