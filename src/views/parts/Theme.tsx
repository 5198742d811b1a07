import { useSelector } from '@xstate/react';
import { useLayoutEffect } from 'react';
import type { SessionActor } from '#machines/session.ts';

/** Writes how somebody likes to see the app where the tokens read it: on the root element, portals included. */
export function Theme({ actor }: { actor: SessionActor }) {
  const { theme, density } = useSelector(actor, ({ context }) => context.preferences);
  useLayoutEffect(() => {
    Object.assign(document.documentElement.dataset, { theme, density });
  }, [theme, density]);
  return null;
}
