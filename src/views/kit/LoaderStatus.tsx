import { useSelector } from '@xstate/react';
import type { LoaderActor } from '#machines/kit/loader.ts';
import { FreshnessLine } from './FreshnessLine.tsx';
import { clock } from './format.ts';
import { panelStateOf } from './panel-state.ts';
import { Stale } from './Stale.tsx';

/** The freshness of a report, or why it is outdated. */
export function LoaderStatus<Data, Asked>({
  actor,
  name,
}: {
  actor: LoaderActor<Data, Asked>;
  /** Distinguishes several Retry buttons for screen readers. */
  name: string;
}) {
  const stale = useSelector(actor, (snapshot) => panelStateOf(snapshot) === 'stale');
  const freshness = useSelector(actor, ({ context }) => context.answer?.freshness);
  const problem = useSelector(actor, ({ context }) => context.problem);
  if (!stale || !problem || !freshness) return <FreshnessLine freshness={freshness} />;
  return (
    <Stale
      problem={problem}
      time={clock(freshness.as_of, freshness.timezone)}
      name={name}
      onRetry={() => actor.send({ type: 'retry' })}
    />
  );
}
