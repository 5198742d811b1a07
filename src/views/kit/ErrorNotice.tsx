import type { Problem } from '#contract/problem.ts';
import { Button } from './Button.tsx';

/** Why something failed or is outdated, with one action. */
export function ErrorNotice({
  problem,
  words = '',
  action,
  onAction,
}: {
  problem: Problem;
  words?: string;
  action: string;
  onAction: () => void;
}) {
  return (
    <div className="figures-trouble" role="alert">
      <p>
        {problem.message}
        {words}
      </p>
      <Button size="small" onClick={onAction}>
        {action}
      </Button>
    </div>
  );
}
