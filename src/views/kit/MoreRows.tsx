import { useSelector } from '@xstate/react';
import type { PagedListActor, PagedListTypes } from '#machines/kit/paged-list.ts';
import { Button } from './Button.tsx';
import { count } from './format.ts';

/** A hint after the problem's message, and the name of the Retry button. */
type Failure = { hint: string; retry: string };

/** The foot of a paged list: its end, the button for the next page, or why that failed. */
export function MoreRows<Types extends PagedListTypes>({
  actor,
  nextPage,
  refresh,
}: {
  actor: PagedListActor<Types>;
  /** For a next page that could not be loaded. */
  nextPage: Failure;
  /** For a failed refresh; left out where another part of the screen reports it. */
  refresh?: Failure;
}) {
  const { rows, next, problem } = useSelector(actor, ({ context }) => context);
  const isExtending = useSelector(actor, (list) => list.matches({ ready: 'extending' }));
  const isNextPageFailed = useSelector(actor, (list) => list.matches({ ready: 'nextPageFailed' }));
  const isStale = useSelector(actor, (list) => list.matches({ ready: 'stale' }));
  const can = useSelector(actor, (list) => list.can({ type: 'page.next' }));
  const failure = isNextPageFailed ? nextPage : isStale ? refresh : undefined;
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
        <Button aria-disabled={!can} onClick={() => actor.send({ type: 'page.next' })}>
          Load more
        </Button>
      )}
    </div>
  );
}
