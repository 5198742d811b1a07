import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { CutName } from './CutName.tsx';

export type Crumb = {
  key: string;
  /** The label of the level: "Campaign: BF prospecting". */
  label: string;
  /** Null for the current level. */
  onOpen: (() => void) | null;
};

/** The breadcrumb of the drill-down, ending with a menu for the grouping. */
export function Crumbs({ crumbs, here }: { crumbs: readonly Crumb[]; here: ReactNode }) {
  return (
    <nav aria-label="Breadcrumbs" className="crumbs">
      <ol>
        {crumbs.map(({ key, label, onOpen }) => (
          <li key={key}>
            {onOpen ? (
              <button type="button" className="crumb" title={label} onClick={onOpen}>
                <CutName name={label} at={null} />
              </button>
            ) : (
              <span className="crumb" title={label}>
                <CutName name={label} at={null} />
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
