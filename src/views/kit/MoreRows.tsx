import { useSelector } from '@xstate/react';
import type { AnyActorRef } from 'xstate';
import type { Problem } from '#contract/problem.ts';
import { Button } from './Button.tsx';
import { count } from './format.ts';

type Context = { rows: readonly unknown[]; next: string | null; problem: Problem | null };
/** A hint that follows the message of the problem, and the name of the Retry button. */
type Failure = { hint: string; retry: string };

/** The foot of a paged list: how far it goes, and the way on, or why it goes no further. */
export function MoreRows({
  actor,
  short,
  stale,
}: {
  actor: AnyActorRef;
  /** For a next page that could not be read. */
  short: Failure;
  /** For a refresh that failed; left out where another part of the screen says so. */
  stale?: Failure;
}) {
  const { rows, next, problem } = useSelector(actor, ({ context }): Context => context);
  const isExtending: boolean = useSelector(actor, (list) => list.matches({ ready: 'extending' }));
  const isShort: boolean = useSelector(actor, (list) => list.matches({ ready: 'short' }));
  const isStale: boolean = useSelector(actor, (list) => list.matches({ ready: 'stale' }));
  const failure = isShort ? short : isStale ? stale : undefined;
  if (failure && problem) {
    return (
      <div className="log-foot" role="alert">
        <p>
          {problem.message} {failure.hint}
        </p>
        <Button aria-label={failure.retry} onClick={() => actor.send({ type: 'retry' })}>
          Retry
        </Button>
      </div>
    );
  }
  return (
    <div className="log-foot">
      <p role="status">{isExtending ? 'Loading more' : `${count(rows.length)} shown`}</p>
      {next === null ? null : (
        <Button aria-disabled={isExtending} onClick={() => actor.send({ type: 'page.next' })}>
          Load more
        </Button>
      )}
    </div>
  );
}
