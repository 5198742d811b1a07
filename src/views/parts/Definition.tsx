import { Popover } from '@base-ui/react/popover';
import { useId, useState } from 'react';

/**
 * A name that explains itself: on hover, on keyboard focus and on tap.
 * Readers of the page without eyes get the definition as the description of the name.
 */
export function Definition({ name, text }: { name: string; text: string }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        className="definition"
        openOnHover
        delay={350}
        aria-describedby={id}
        onFocus={({ currentTarget }) => setOpen(currentTarget.matches(':focus-visible'))}
        onBlur={() => setOpen(false)}
      >
        {name}
      </Popover.Trigger>
      <span id={id} hidden>
        {text}
      </span>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="start">
          <Popover.Popup className="tip" initialFocus={false} finalFocus={false} aria-label={name}>
            {text}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
