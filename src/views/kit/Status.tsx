import { useSelector } from '@xstate/react';
import type { LoaderActor } from '#machines/kit/loader.ts';
import { Fresh } from './Fresh.tsx';
import { clock } from './format.ts';
import { panelStateOf } from './panel-state.ts';
import { Stale } from './Stale.tsx';

/** How fresh a data set is; when it is not, why. */
export function Status<Data, Asked>({
  actor,
  name,
}: {
  actor: LoaderActor<Data, Asked>;
  /** Tells two Retry buttons apart for whoever hears them. */
  name: string;
}) {
  const stale = useSelector(actor, (snapshot) => panelStateOf(snapshot) === 'stale');
  const freshness = useSelector(actor, ({ context }) => context.answer?.freshness);
  const problem = useSelector(actor, ({ context }) => context.problem);
  if (!stale || !problem || !freshness) return <Fresh freshness={freshness} />;
  return (
    <Stale
      problem={problem}
      time={clock(freshness.as_of, freshness.timezone)}
      name={name}
      onRetry={() => actor.send({ type: 'retry' })}
    />
  );
}
