import { useSelector } from '@xstate/react';
import { useLayoutEffect } from 'react';
import type { SessionActor } from '#machines/app/session.ts';

/**
 * Writes how somebody likes to see the app where the tokens read it: on the root element, portals included.
 * Until this browser's memory has been read, what the head's script has written there stands.
 */
export function Theme({ actor }: { actor: SessionActor }) {
  const { theme, density } = useSelector(actor, ({ context }) => context.preferences);
  const known = useSelector(actor, (snapshot) => !snapshot.matches('restoring'));
  useLayoutEffect(() => {
    if (known) Object.assign(document.documentElement.dataset, { theme, density });
  }, [known, theme, density]);
  return null;
}
