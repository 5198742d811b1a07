import { useSelector } from '@xstate/react';
import type { FunnelWizardActor } from '#machines/funnels/funnel-wizard.ts';
import { Button } from '../../kit/Button.tsx';

/** An unfinished funnel of an earlier visit. */
export function UnfinishedFunnel({ actor }: { actor: FunnelWizardActor }) {
  const name = useSelector(actor, ({ context }) => context.draft.name);
  return (
    <div className="blank">
      <p className="blank-title">
        {name.trim() === '' ? 'You have an unfinished funnel' : `“${name}” is not finished`}
      </p>
      <p>Go on where you were, or discard it and begin a new one.</p>
      <div className="blank-acts">
        <Button look="primary" onClick={() => actor.send({ type: 'draft.resume' })}>
          Go on
        </Button>
        <Button onClick={() => actor.send({ type: 'draft.discard' })}>Discard it</Button>
      </div>
    </div>
  );
}
