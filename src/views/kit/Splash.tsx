import { useSelector } from '@xstate/react';
import type { SessionActor } from '#machines/app/session.ts';
import { Brand } from './Brand.tsx';

/** Before it is known who is here, and while somebody leaves. */
export function Splash({ actor }: { actor: SessionActor }) {
  const leaving = useSelector(actor, (snapshot) => snapshot.matches('signingOut'));
  return (
    <main className="splash" aria-busy="true">
      <Brand />
      <p role="status">{leaving ? 'Signing out' : 'Opening'}</p>
    </main>
  );
}
