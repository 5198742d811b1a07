import { Check } from 'lucide-react';

/** A way to compare, as an entry of a menu. */
export function ComparisonWay({
  name,
  note = null,
  chosen,
  open,
  onChoose,
}: {
  name: string;
  note?: string | null;
  chosen: boolean;
  /** Whether the calendar below is open. */
  open?: boolean;
  onChoose: () => void;
}) {
  return (
    <button
      type="button"
      className="menu-item comparison-way"
      aria-pressed={chosen}
      aria-expanded={open}
      onClick={onChoose}
    >
      <span className="menu-mark">{chosen ? <Check size={14} aria-hidden="true" /> : null}</span>
      <span>
        <span className="comparison-name">{name}</span>
        {note ? <span className="menu-note">{note}</span> : null}
      </span>
    </button>
  );
}
