import { Popover } from '@base-ui/react/popover';
import type { ReactNode } from 'react';
import type { Freshness } from '#model/query.ts';
import { span } from '../kit/format.ts';

/**
 * What a figure was before, with the exact dates of before for whoever points at it. Whoever listens hears them at
 * once, so it is no further stop of the keyboard.
 */
export function Compared({
  freshness: { compare, timezone },
  children,
}: {
  freshness: Freshness;
  children: ReactNode;
}) {
  const dates = compare ? span(compare.utc_from, compare.utc_to, timezone) : null;
  return (
    <Popover.Root>
      <Popover.Trigger className="compared" openOnHover delay={350} tabIndex={-1}>
        {children}
        {dates ? <span className="only-read"> compared with {dates}</span> : null}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="start">
          <Popover.Popup
            className="tip"
            initialFocus={false}
            finalFocus={false}
            aria-label="Compared with"
          >
            Compared with {dates}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
