import { ChevronDown, type LucideIcon } from 'lucide-react';

/** The label and value of a closed picker. */
export function PickerValue({
  icon: Icon,
  label,
  isLabelled = false,
  value,
  shortValue,
}: {
  icon?: LucideIcon;
  /** For a control without a name of its own. */
  label?: string;
  /** Whether the label is visible. */
  isLabelled?: boolean;
  value: string;
  /** A shorter form of the value for narrow screens. */
  shortValue?: string;
}) {
  return (
    <>
      {Icon ? <Icon className="chosen-icon" size={16} aria-hidden="true" /> : null}
      {label ? <span className={isLabelled ? 'chosen-label' : 'only-read'}>{label}: </span> : null}
      <span className="chosen-value">
        {shortValue ? <span className="chosen-short">{shortValue}</span> : null}
        <span className="chosen-exact">{value}</span>
      </span>
      <ChevronDown className="chosen-mark" size={14} aria-hidden="true" />
    </>
  );
}
