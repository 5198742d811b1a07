import { CloudOff } from 'lucide-react';
import type { Problem } from '#contract/problem.ts';
import { Button } from './Button.tsx';

/** Nothing to show, what happened, and the way to try again, in the place of the figures. */
export function Failed({
  problem,
  name,
  onRetry,
}: {
  problem: Problem;
  name: string;
  onRetry: () => void;
}) {
  return (
    <div className="blank" role="alert">
      <CloudOff size={24} aria-hidden="true" />
      <p className="blank-title">{problem.message}</p>
      <Button onClick={onRetry} aria-label={`Retry ${name.toLowerCase()}`}>
        Retry
      </Button>
    </div>
  );
}
