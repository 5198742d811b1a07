import { useSelector } from '@xstate/react';
import type { FunnelWizardActor } from '#machines/funnels/funnel-wizard.ts';
import { Button } from '../../kit/Button.tsx';

/** What the wizard is doing while there is nothing to enter. */
export function WizardWait({ actor }: { actor: FunnelWizardActor }) {
  const isDetecting = useSelector(actor, (snapshot) => snapshot.matches({ open: 'detecting' }));
  const isDone = useSelector(actor, (snapshot) => snapshot.matches('done'));
  return (
    <div className="blank">
      <p role="status">
        {isDetecting
          ? 'Looking for frequent paths to your conversions'
          : isDone
            ? 'The funnel is published. Its dashboard is opening'
            : 'Opening the wizard'}
      </p>
      {isDetecting ? <Button onClick={() => actor.send({ type: 'back' })}>Back</Button> : null}
    </div>
  );
}
