import { Button } from './Button.tsx';
import { count } from './format.ts';

type Trouble = { words: string; retry: string; onRetry: () => void };

/** The foot of a list that is read page by page: how far it goes, and the way on. */
export function MoreRows({
  shown,
  hasMore,
  isExtending,
  trouble,
  onMore,
}: {
  shown: number;
  hasMore: boolean;
  isExtending: boolean;
  /** Why it goes no further, and what trying again is called; null where nothing is wrong. */
  trouble: Trouble | null;
  onMore: () => void;
}) {
  if (trouble) {
    return (
      <div className="log-foot" role="alert">
        <p>{trouble.words}</p>
        <Button aria-label={trouble.retry} onClick={trouble.onRetry}>
          Retry
        </Button>
      </div>
    );
  }
  return (
    <div className="log-foot">
      <p role="status">{isExtending ? 'Loading more' : `${count(shown)} shown`}</p>
      {hasMore ? (
        <Button aria-disabled={isExtending} onClick={onMore}>
          Load more
        </Button>
      ) : null}
    </div>
  );
}
