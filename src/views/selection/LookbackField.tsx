import { longestLookback } from '#contract/analytics/attribution.ts';

/** The number of days between a click and a conversion that it gets credit for. It changes when the field is left. */
export function LookbackField({
  days,
  onChoose,
}: {
  days: number;
  onChoose: (days: number) => void;
}) {
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
