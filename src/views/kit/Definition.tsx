import { Popover } from '@base-ui/react/popover';
import { useId, useState } from 'react';
import { flushSync } from 'react-dom';

/**
 * A name that explains itself: on hover, on keyboard focus and on tap.
 * Readers of the page without eyes get the definition as the description of the name.
 */
export function Definition({
  name,
  text,
  open: opened,
  onOpenChange,
}: {
  name: string;
  text: string;
  /** Where something else opens it too. */
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
          // What guards the open definition would take the focus along when it goes.
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
