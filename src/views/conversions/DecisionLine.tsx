import type { ReactNode } from 'react';
import { conversionsIn } from './decision-words.ts';

/** A message about a decision, with its buttons. */
export function DecisionLine({ message, children }: { message: ReactNode; children: ReactNode }) {
  return (
    <div className="decision-line">
      <div className="decision-says">{message}</div>
      <div className="decision-acts">{children}</div>
    </div>
  );
}

/** The number of conversions that were refused, for each cause; `because` is its sentence. */
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
