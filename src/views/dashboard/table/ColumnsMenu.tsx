import { Popover } from '@base-ui/react/popover';
import { ArrowDown, ArrowUp, Columns3 } from 'lucide-react';
import { type KeyboardEvent, useId } from 'react';
import { type ColumnName, columnNames, usualColumns } from '#machines/dashboard/table-columns.ts';
import { Button } from '../../kit/Button.tsx';
import { type Column, columnGroups, columnOf } from './columns.tsx';

/** Which columns the table shows, and in which order. */
export function ColumnsMenu({
  chosen,
  onChoose,
}: {
  chosen: readonly ColumnName[];
  onChoose: (columns: ColumnName[]) => void;
}) {
  const title = useId();
  const others = Object.entries(columnGroups)
    .map(([group, words]) => ({
      words,
      columns: columnNames
        .filter((name) => !chosen.includes(name))
        .map(columnOf)
        .filter((column) => column.group === group),
    }))
    .filter(({ columns }) => columns.length > 0);

  return (
    <Popover.Root>
      <Popover.Trigger className="button" data-look="quiet" data-size="small">
        <Columns3 size={14} aria-hidden="true" />
        Columns
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="positioner" sideOffset={6} align="end">
          <Popover.Popup className="floating desk-columns" aria-labelledby={title}>
            <div className="desk-columns-head">
              <Popover.Title id={title} className="desk-columns-title">
                Columns
              </Popover.Title>
              <Button look="quiet" size="small" onClick={() => onChoose(usualColumns)}>
                Reset
              </Button>
            </div>
            <div className="desk-columns-lists">
              <ol aria-label="Shown, in this order">
                {chosen.map((name, index) => (
                  <ShownColumn
                    key={name}
                    column={columnOf(name)}
                    isFirst={index === 0}
                    isLast={index === chosen.length - 1}
                    isOnly={chosen.length === 1}
                    onRemove={() => onChoose(chosen.filter((one) => one !== name))}
                    onMove={(by) => onChoose(moved(chosen, index, by))}
                  />
                ))}
              </ol>
              {others.map(({ words, columns }) => (
                <fieldset key={words}>
                  <legend>{words}</legend>
                  {columns.map((column) => (
                    <label key={column.key} className="desk-column" title={column.definition}>
                      <input
                        type="checkbox"
                        checked={false}
                        onChange={() => onChoose([...chosen, column.key])}
                      />
                      <span>{column.title}</span>
                    </label>
                  ))}
                </fieldset>
              ))}
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** One that is shown: off by its box, up and down by buttons or with Alt and an arrow. */
function ShownColumn({
  column: { title, definition },
  isFirst,
  isLast,
  isOnly,
  onRemove,
  onMove,
}: {
  column: Column;
  isFirst: boolean;
  isLast: boolean;
  isOnly: boolean;
  onRemove: () => void;
  onMove: (by: 1 | -1) => void;
}) {
  const press = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null;
    if (by === null || !event.altKey) return;
    event.preventDefault();
    if (by === -1 ? !isFirst : !isLast) onMove(by);
  };
  return (
    <li onKeyDown={press}>
      <label className="desk-column" title={definition}>
        <input type="checkbox" checked disabled={isOnly} onChange={onRemove} />
        <span>{title}</span>
      </label>
      <button
        type="button"
        className="icon-button"
        aria-label={`Move ${title} up`}
        aria-disabled={isFirst}
        onClick={() => !isFirst && onMove(-1)}
      >
        <ArrowUp size={14} aria-hidden="true" />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={`Move ${title} down`}
        aria-disabled={isLast}
        onClick={() => !isLast && onMove(1)}
      >
        <ArrowDown size={14} aria-hidden="true" />
      </button>
    </li>
  );
}

function moved(columns: readonly ColumnName[], index: number, by: 1 | -1): ColumnName[] {
  const [one] = columns.slice(index, index + 1);
  const others = columns.filter((_, place) => place !== index);
  return one ? [...others.slice(0, index + by), one, ...others.slice(index + by)] : others;
}
