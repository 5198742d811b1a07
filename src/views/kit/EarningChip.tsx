import { X } from 'lucide-react';
import type { ReactNode } from 'react';

/** The default filter for rows with revenue, and the button that switches it. */
export function EarningChip({
  isEarning,
  note,
  onSet,
}: {
  isEarning: boolean;
  /** What the filter hides. */
  note?: ReactNode;
  onSet: (isEarning: boolean) => void;
}) {
  if (!isEarning) {
    return (
      <button type="button" className="chip" onClick={() => onSet(true)}>
        All rows; show only server revenue &gt; 0
      </button>
    );
  }
  return (
    <span className="chip">
      <span>Server revenue &gt; 0</span>
      {note}
      <button
        type="button"
        className="chip-remove"
        aria-label="Show rows without server revenue too"
        onClick={() => onSet(false)}
      >
        <X size={12} aria-hidden="true" />
      </button>
    </span>
  );
}
