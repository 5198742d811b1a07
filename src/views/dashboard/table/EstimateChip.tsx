import { X } from 'lucide-react';
import type { Table } from '#contract/analytics/report.ts';
import { money } from '../../kit/format.ts';

/** Whether costs are spread over clicks, what of them had no click, and the button that switches it. */
export function EstimateChip({
  isEstimating,
  estimate,
  currency,
  onSet,
}: {
  isEstimating: boolean;
  estimate: Table['estimate'];
  currency: string;
  onSet: (isEstimating: boolean) => void;
}) {
  if (!isEstimating) {
    return (
      <button type="button" className="chip" onClick={() => onSet(true)}>
        Cost unknown; estimate it
      </button>
    );
  }
  return (
    <span className="chip">
      <span>Cost estimated by clicks</span>
      {estimate && estimate.without_clicks !== 0 ? (
        <span>{money(estimate.without_clicks, currency)} had none</span>
      ) : null}
      <button
        type="button"
        className="chip-remove"
        aria-label="Show no estimated cost"
        onClick={() => onSet(false)}
      >
        <X size={12} aria-hidden="true" />
      </button>
    </span>
  );
}
