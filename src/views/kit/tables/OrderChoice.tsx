import { MenuSelect } from '../MenuSelect.tsx';
import { type Sorted, sortedAfter } from './plain-order.ts';

/** The sort order as a menu, where rows are cards. */
export function OrderChoice({
  titles,
  sorted,
  onSort,
}: {
  titles: readonly string[];
  sorted: Sorted | null;
  onSort: (sorted: Sorted | null) => void;
}) {
  const shown = sorted ? `By ${sorted.title} ${sorted.order === 'asc' ? '↑' : '↓'}` : usual;
  return (
    <div className="desk-order plain-order">
      <MenuSelect
        label="Order"
        shown={shown}
        value={sorted?.title ?? ''}
        options={[
          { value: '', label: usual },
          ...titles.map((title) => ({ value: title, label: title })),
        ]}
        onChoose={(title) => onSort(title === '' ? null : sortedAfter(sorted, title))}
      />
    </div>
  );
}

const usual = 'Usual order';
