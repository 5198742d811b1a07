import { CloudOff } from 'lucide-react';
import type { Problem } from '#contract/problem.ts';
import { Button } from './Button.tsx';

/** Replaces content that could not be loaded, with a Retry button. */
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
