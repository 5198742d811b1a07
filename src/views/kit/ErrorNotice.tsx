import type { Problem } from '#contract/problem.ts';
import { Button } from './Button.tsx';

/** Why something on screen is old or was not done, and the one way on. */
export function ErrorNotice({
  problem,
  words = '',
  act,
  onAct,
}: {
  problem: Problem;
  words?: string;
  act: string;
  onAct: () => void;
}) {
  return (
    <div className="figures-trouble" role="alert">
      <p>
        {problem.message}
        {words}
      </p>
      <Button size="small" onClick={onAct}>
        {act}
      </Button>
    </div>
  );
}
