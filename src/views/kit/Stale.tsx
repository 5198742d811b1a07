import type { Problem } from '#contract/problem.ts';
import { Button } from './Button.tsx';

/** Outdated figures stay on screen with the reason, their age and a Retry button. */
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
