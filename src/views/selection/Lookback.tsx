import { longestLookback } from '#contract/analytics/attribution.ts';

/** How many days before a conversion a click may lie to get credit for it. Nothing is asked while somebody types. */
export function Lookback({ days, onChoose }: { days: number; onChoose: (days: number) => void }) {
  const choose = (input: HTMLInputElement) => {
    if (!input.checkValidity()) input.value = String(days);
    else if (input.valueAsNumber !== days) onChoose(input.valueAsNumber);
  };
  return (
    <label className="counting-part">
      <span className="counting-title">Lookback</span>
      <span className="lookback">
        <input
          type="number"
          className="number"
          aria-label="Lookback in days"
          required
          min={1}
          max={longestLookback}
          defaultValue={days}
          onBlur={({ currentTarget }) => choose(currentTarget)}
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && choose(currentTarget)}
        />
        <span className="menu-note">days before a conversion, {longestLookback} at most</span>
      </span>
    </label>
  );
}
