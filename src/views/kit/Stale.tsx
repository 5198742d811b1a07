import type { Problem } from '#contract/problem.ts';
import { Button } from './Button.tsx';

/** Old figures stay on screen: why they are old, how old, and the way to try again. */
export function Stale({
  problem,
  time,
  name,
  onRetry,
}: {
  problem: Problem;
  time: string;
  name: string;
  onRetry: () => void;
}) {
  const [what] = problem.message.split(/(?<=\.)\s/);
  return (
    <div className="panel-freshness" data-stale role="status">
      <p>
        {what} These figures are from {time}.
      </p>
      <Button size="small" aria-label={`Retry ${name.toLowerCase()}`} onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
