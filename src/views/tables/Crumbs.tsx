import { ChevronRight } from 'lucide-react';

export type Crumb = {
  key: string;
  /** What lies there: "Campaigns", or the row that was opened. */
  label: string;
  /** Null for where somebody is. */
  onOpen: (() => void) | null;
};

/** Where somebody is in a drill-down, and the way back up. */
export function Crumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumbs" className="crumbs">
      <ol>
        {crumbs.map(({ key, label, onOpen }) => (
          <li key={key}>
            {onOpen ? (
              <button type="button" className="crumb" onClick={onOpen}>
                {label}
              </button>
            ) : (
              <span className="crumb" aria-current="page">
                {label}
              </span>
            )}
            <ChevronRight size={14} aria-hidden="true" />
          </li>
        ))}
      </ol>
    </nav>
  );
}
