import { useSelector } from '@xstate/react';
import type { FunnelWizardActor } from '#machines/funnels/funnel-wizard.ts';
import { FormError } from '../../kit/FormError.tsx';

/** Why the stored draft could not be archived. */
export function NotDiscarded({ actor }: { actor: FunnelWizardActor }) {
  const isRefused = useSelector(
    actor,
    (snapshot) =>
      snapshot.matches({ open: { resuming: 'notDiscarded' } }) ||
      snapshot.matches({ leaving: 'notDiscarded' }),
  );
  const problem = useSelector(actor, ({ context }) => context.discardProblem);
  return <FormError message={isRefused ? problem?.message : undefined} />;
}
