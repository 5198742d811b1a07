import { useSelector } from '@xstate/react';
import type { FunnelWizardActor } from '#machines/funnels/funnel-wizard.ts';
import { Button } from '../../kit/Button.tsx';
import { NotDiscarded } from './NotDiscarded.tsx';

/** An unfinished funnel of an earlier visit. */
export function UnfinishedFunnel({ actor }: { actor: FunnelWizardActor }) {
  const { draft, created } = useSelector(actor, ({ context }) => context);
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const { name } = draft;
  return (
    <div className="blank">
      <p className="blank-title">
        {name.trim() === '' ? 'You have an unfinished funnel' : `“${name}” is not finished`}
      </p>
      <p>
        Go on where you were, or discard it and begin a new one.
        {created ? ' It is stored as a draft, which is archived if you discard it.' : ''}
      </p>
      <NotDiscarded actor={actor} />
      <div className="blank-acts">
        <Button look="primary" disabled={busy} onClick={() => actor.send({ type: 'draft.resume' })}>
          Go on
        </Button>
        <Button disabled={busy} onClick={() => actor.send({ type: 'draft.discard' })}>
          Discard it
        </Button>
      </div>
    </div>
  );
}
