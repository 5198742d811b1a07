import { ChevronDown, type LucideIcon } from 'lucide-react';

/** What a picker shows while it is closed: what it chooses, and what is chosen. */
export function PickerValue({
  icon: Icon,
  label,
  isLabelled = false,
  value,
  short,
}: {
  icon?: LucideIcon;
  /** Where the control has no name of its own. */
  label?: string;
  /** The name is in sight, too: beside others of the same values. */
  isLabelled?: boolean;
  value: string;
  /** The same in fewer words, where there is no room for all of them. */
  short?: string;
}) {
  return (
    <>
      {Icon ? <Icon className="chosen-icon" size={16} aria-hidden="true" /> : null}
      {label ? <span className={isLabelled ? 'chosen-label' : 'only-read'}>{label}: </span> : null}
      <span className="chosen-value">
        {short ? <span className="chosen-short">{short}</span> : null}
        <span className="chosen-exact">{value}</span>
      </span>
      <ChevronDown className="chosen-mark" size={14} aria-hidden="true" />
    </>
  );
}
