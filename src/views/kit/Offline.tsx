import { useSelector } from '@xstate/react';
import { WifiOff } from 'lucide-react';
import type { ConnectionActor } from '#machines/app/connection.ts';

/** Says that there is no network, for as long as there is none. What is on screen stays. */
export function Offline({ actor }: { actor: ConnectionActor | undefined }) {
  const offline = useSelector(actor, (snapshot) => snapshot?.hasTag('failed') ?? false);
  return (
    <div className="offline" aria-live="polite">
      {offline ? (
        <p>
          <WifiOff size={16} aria-hidden="true" />
          You are offline. The figures are refreshed when the connection is back.
        </p>
      ) : null}
    </div>
  );
}
