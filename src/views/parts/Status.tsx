import { useSelector } from '@xstate/react';
import type { LoaderActor } from '#machines/loader.ts';
import { Button } from './Button.tsx';
import { clock } from './format.ts';
import { standOf } from './stand.ts';

/** How fresh a data set is; when it is not, why, and the way to try again. */
export function Status<Data, Asked>({
  actor,
  name,
}: {
  actor: LoaderActor<Data, Asked>;
  /** Tells two Retry buttons apart for whoever hears them. */
  name: string;
}) {
  const stand = useSelector(actor, standOf);
  const freshness = useSelector(actor, ({ context }) => context.answer?.freshness);
  const problem = useSelector(actor, ({ context }) => context.problem);
  const time = freshness ? clock(freshness.as_of, freshness.timezone) : null;
  const retry = (
    <Button
      size="small"
      aria-label={`Retry ${name.toLowerCase()}`}
      onClick={() => actor.send({ type: 'retry' })}
    >
      Retry
    </Button>
  );

  if (stand === 'stale') {
    return (
      <p className="panel-freshness" data-stale role="status">
        <span>
          {problem?.message} These figures are from {time}.
        </span>
        {retry}
      </p>
    );
  }
  return (
    <p className="panel-freshness">
      {time ? (
        <>
          as of <time dateTime={freshness?.as_of}>{time}</time>
        </>
      ) : null}
    </p>
  );
}
