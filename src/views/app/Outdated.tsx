import { useSelector } from '@xstate/react';
import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ReloadGuardActor } from '#machines/app/reload-guard.ts';
import type { SessionActor } from '#machines/app/session.ts';
import { Button } from '../kit/Button.tsx';
import { EmptyLayout } from '../kit/layouts/EmptyLayout.tsx';

/** Keeps watch around the whole app. */
export function Guarded({ actor, children }: { actor: SessionActor; children: ReactNode }) {
  const guard = useSelector(actor, (snapshot) => snapshot.children.reloadGuard);
  return guard ? <Outdated actor={guard}>{children}</Outdated> : children;
}

/** The app, unless a part of it is missing and a reload did not help: then what a person can do. */
export function Outdated({ actor, children }: { actor: ReloadGuardActor; children: ReactNode }) {
  const failed = useSelector(actor, (snapshot) => snapshot.hasTag('failed'));

  if (!failed) return children;
  return (
    <EmptyLayout>
      <div className="blank" role="alert">
        <RefreshCw size={24} aria-hidden="true" />
        <h1 className="blank-title">A part of this page is missing</h1>
        <p>Clickledger was updated, or the connection broke. Nothing you stored is lost.</p>
        <Button look="primary" onClick={() => actor.send({ type: 'reload' })}>
          Reload
        </Button>
      </div>
    </EmptyLayout>
  );
}
