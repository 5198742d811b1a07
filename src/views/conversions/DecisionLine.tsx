import type { ReactNode } from 'react';
import { conversionsIn } from './decision-words.ts';

/** What is said of a decision, and what may be done about it. */
export function DecisionLine({ says, children }: { says: ReactNode; children: ReactNode }) {
  return (
    <div className="decision-line">
      <div className="decision-says">{says}</div>
      <div className="decision-acts">{children}</div>
    </div>
  );
}

/** What was left as it is, and why. */
export function Refused({
  refused,
}: {
  refused: readonly { cause: string; because: string; conversions: number }[];
}) {
  if (refused.length === 0) return null;
  return (
    <ul className="decision-refused">
      {refused.map(({ cause, because, conversions }) => (
        <li key={cause}>
          {conversionsIn(conversions)} left alone: {because}
        </li>
      ))}
    </ul>
  );
}
