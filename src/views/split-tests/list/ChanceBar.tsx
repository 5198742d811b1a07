import { chanceText } from '../common/words.ts';

/** The chance of the leader to be better than the control, as a bar with its figure. */
export function ChanceBar({ chance }: { chance: number }) {
  return (
    <span className="chance">
      <span className="chance-track" aria-hidden="true">
        <span className="chance-fill" style={{ inlineSize: `${chance * 100}%` }} />
      </span>
      {chanceText(chance)}
    </span>
  );
}
