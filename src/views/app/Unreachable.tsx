import { useSelector } from '@xstate/react';
import { CloudOff } from 'lucide-react';
import type { SessionActor } from '#machines/app/session.ts';
import { Button } from '../kit/Button.tsx';
import { EmptyLayout } from '../kit/layouts/EmptyLayout.tsx';

/** The server did not answer the check: nobody is signed out for that. */
export function Unreachable({ actor }: { actor: SessionActor }) {
  const problem = useSelector(actor, ({ context }) => context.problem);
  return (
    <EmptyLayout>
      <div className="blank">
        <CloudOff size={24} aria-hidden="true" />
        <h1 className="blank-title">You are still signed in</h1>
        <p role="alert">{problem?.message}</p>
        <p>The app tries again by itself every few seconds.</p>
        <div className="blank-acts">
          <Button look="primary" onClick={() => actor.send({ type: 'retry' })}>
            Retry
          </Button>
          <Button look="quiet" onClick={() => actor.send({ type: 'session.leave' })}>
            Sign out
          </Button>
        </div>
      </div>
    </EmptyLayout>
  );
}
