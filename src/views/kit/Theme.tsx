import { useSelector } from '@xstate/react';
import { useLayoutEffect } from 'react';
import type { SessionActor } from '#machines/app/session.ts';

/**
 * Writes the display preferences to the root element, where the design tokens read them. Until they are loaded, the
 * values of the early script stay.
 */
export function Theme({ actor }: { actor: SessionActor }) {
  const { theme, density } = useSelector(actor, ({ context }) => context.preferences);
  const known = useSelector(actor, (snapshot) => !snapshot.matches('restoring'));
  useLayoutEffect(() => {
    if (known) Object.assign(document.documentElement.dataset, { theme, density });
  }, [known, theme, density]);
  return null;
}
