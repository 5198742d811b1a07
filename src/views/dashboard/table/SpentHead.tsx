import { Row } from '@table-library/react-table-library/table';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { BodyCell } from './BodyCell.tsx';
import type { SpentSection } from './spent.ts';

/** The head of the rows that spent without revenue. It opens and closes them. */
export function SpentHead({
  section: { title, isOpen, onToggle },
  index,
  first,
}: {
  section: SpentSection;
  /** The index among all rows of the page. */
  index: number;
  /** The number of rows on earlier pages. */
  first: number;
}) {
  const Arrow = isOpen ? ChevronDown : ChevronRight;
  return (
    <Row
      item={{ id: 'spent' }}
      role="row"
      data-index={index}
      aria-rowindex={first + index + 2}
      className="desk-spent"
    >
      <BodyCell place={{ row: index, column: 0 }}>
        <button
          type="button"
          className="desk-toggle"
          tabIndex={-1}
          aria-expanded={isOpen}
          title={title}
          onClick={onToggle}
        >
          <Arrow size={14} aria-hidden="true" />
          {title}
        </button>
      </BodyCell>
    </Row>
  );
}
