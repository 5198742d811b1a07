import { Choice } from '../Choice.tsx';
import { after, type Sorted } from './plain-order.ts';

/** The heads of the columns once more, where rows are cards. */
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
      <Choice
        label="Order"
        shown={shown}
        value={sorted?.title ?? ''}
        options={[
          { value: '', label: usual },
          ...titles.map((title) => ({ value: title, label: title })),
        ]}
        onChoose={(title) => onSort(title === '' ? null : after(sorted, title))}
      />
    </div>
  );
}

const usual = 'Usual order';
