import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

export type Crumb = {
  key: string;
  /** What lies there: "Campaign: BF prospecting". */
  label: string;
  /** Null where its rows are what is shown. */
  onOpen: (() => void) | null;
};

/** Where somebody is in a drill-down and the way back up; last what the rows are, to be changed in place. */
export function Crumbs({ crumbs, here }: { crumbs: readonly Crumb[]; here: ReactNode }) {
  return (
    <nav aria-label="Breadcrumbs" className="crumbs">
      <ol>
        {crumbs.map(({ key, label, onOpen }) => (
          <li key={key}>
            {onOpen ? (
              <button type="button" className="crumb" title={label} onClick={onOpen}>
                {label}
              </button>
            ) : (
              <span className="crumb" title={label}>
                {label}
              </span>
            )}
            <ChevronRight size={14} aria-hidden="true" />
          </li>
        ))}
        <li aria-current="page">{here}</li>
      </ol>
    </nav>
  );
}
