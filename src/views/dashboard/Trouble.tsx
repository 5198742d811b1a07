import { useSelector } from '@xstate/react';
import { CircleAlert } from 'lucide-react';
import type { LoaderActor } from '#machines/loader.ts';
import { Button } from '../parts/Button.tsx';
import { standOf } from '../parts/stand.ts';

/** One line above cards that have no figures, because their data set failed. */
export function Trouble<Data, Asked>({
  actor,
  name,
}: {
  actor: LoaderActor<Data, Asked>;
  name: string;
}) {
  const failed = useSelector(actor, (snapshot) => standOf(snapshot) === 'failed');
  const problem = useSelector(actor, ({ context }) => context.problem);
  if (!failed || !problem) return null;
  return (
    <div className="figures-trouble" role="alert">
      <CircleAlert size={16} aria-hidden="true" />
      <p>{problem.message}</p>
      <Button
        size="small"
        aria-label={`Retry ${name.toLowerCase()}`}
        onClick={() => actor.send({ type: 'retry' })}
      >
        Retry
      </Button>
    </div>
  );
}
