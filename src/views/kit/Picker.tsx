import { Combobox } from '@base-ui/react/combobox';
import { Check, Search } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';

export type Item = {
  id: string;
  label: string;
  note?: string;
  /** Other words that find it. */
  keywords?: string;
};

const matches = ({ label, note = '', keywords = '' }: Item, query: string): boolean =>
  `${label} ${note} ${keywords}`
    .toLowerCase()
    .replaceAll('_', ' ')
    .includes(query.trim().toLowerCase().replaceAll('_', ' '));

/** The button of a list, which is there before the list's code, and whether the list is open. */
export type Opened = {
  id: string;
  label: string;
  button: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
  /** What was typed on the button before the list's field was there; handed over once. */
  takeTyped: () => string;
};

/** One of many, found by typing. */
export function Picker({
  opened,
  items,
  chosen,
  empty,
  onChoose,
}: {
  opened: Opened;
  /** Asked for when the list opens: a list of every time zone takes a moment. */
  items: () => readonly Item[];
  chosen: string;
  empty: string;
  onChoose: (id: string) => void;
}) {
  const [listed, setListed] = useState(items);
  const [wasOpen, setWasOpen] = useState(opened.isOpen);
  if (opened.isOpen !== wasOpen) {
    setWasOpen(opened.isOpen);
    if (opened.isOpen) setListed(items());
  }
  const list = useRef<HTMLDivElement>(null);
  const value = listed.find(({ id }) => id === chosen) ?? null;
  return (
    <Combobox.Root<Item>
      open={opened.isOpen}
      onOpenChange={changeOf(opened)}
      items={listed}
      value={value}
      filter={matches}
      itemToStringLabel={(item) => item.label}
      virtualized
      onItemHighlighted={(_, { index, reason }) => reason === 'keyboard' && reveal(list, index)}
      onInputValueChange={() => list.current?.scrollTo({ top: 0 })}
      autoHighlight
      onValueChange={(item) => item && onChoose(item.id)}
    >
      <Options opened={opened} empty={empty} list={list} />
    </Combobox.Root>
  );
}

/** Several of many, found by typing. The caller decides what none and all mean. */
export function ManyPicker({
  opened,
  items,
  chosen,
  empty,
  everything,
  onChoose,
}: {
  opened: Opened;
  items: readonly Item[];
  chosen: readonly string[];
  empty: string;
  /** The words for choosing none, which stands for all. */
  everything: string;
  onChoose: (ids: string[]) => void;
}) {
  const ids = new Set(chosen);
  const list = useRef<HTMLDivElement>(null);
  return (
    <Combobox.Root<Item, true>
      open={opened.isOpen}
      onOpenChange={changeOf(opened)}
      multiple
      items={items}
      value={items.filter(({ id }) => ids.has(id))}
      filter={matches}
      itemToStringLabel={(item) => item.label}
      virtualized
      onItemHighlighted={(_, { index, reason }) => reason === 'keyboard' && reveal(list, index)}
      onInputValueChange={() => list.current?.scrollTo({ top: 0 })}
      onValueChange={(next) => onChoose(next.map(({ id }) => id))}
    >
      <Options
        opened={opened}
        empty={empty}
        list={list}
        everything={{ words: everything, chosen: chosen.length === 0, choose: () => onChoose([]) }}
      />
    </Combobox.Root>
  );
}

/** A press on the button is the button's own to answer: it opens and closes. Escape closes from there, too. */
const changeOf =
  ({ button, onOpenChange }: Opened) =>
  (open: boolean, { event, reason, cancel }: Combobox.Root.ChangeEventDetails) => {
    const places = [event.target, 'relatedTarget' in event ? event.relatedTarget : null];
    const isOwn = places.some((one) => one instanceof Node && button.current?.contains(one));
    if (!open && isOwn && reason !== 'escape-key') cancel();
    else onOpenChange(open);
  };

function Options({
  opened: { id, label, button, takeTyped },
  empty,
  list,
  everything,
}: {
  opened: Opened;
  empty: string;
  list: RefObject<HTMLDivElement | null>;
  everything?: { words: string; chosen: boolean; choose: () => void };
}) {
  return (
    <Combobox.Portal>
      <Combobox.Positioner
        className="positioner"
        anchor={button}
        positionMethod="fixed"
        sideOffset={6}
        align="start"
      >
        <Combobox.Popup id={id} className="floating picker" aria-label={label} finalFocus={button}>
          <div className="picker-search">
            <Search size={14} aria-hidden="true" />
            <Combobox.Input
              className="picker-input"
              placeholder="Search"
              aria-label={`Search ${label.toLowerCase()}`}
              onFocus={({ currentTarget }) => type(currentTarget, takeTyped())}
            />
          </div>
          {everything ? (
            <button
              type="button"
              className="menu-item picker-all"
              aria-pressed={everything.chosen}
              onClick={everything.choose}
            >
              <span className="menu-mark">
                {everything.chosen ? <Check size={14} aria-hidden="true" /> : null}
              </span>
              <span className="menu-text">{everything.words}</span>
            </button>
          ) : null}
          <Combobox.Empty>
            <p className="picker-empty">{empty}</p>
          </Combobox.Empty>
          <LongList list={list} />
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}

/** As if it was typed there: a list marks the first of what is found only for what somebody has typed. */
function type(field: HTMLInputElement, text: string) {
  if (text === '') return;
  field.setRangeText(text, 0, field.value.length, 'end');
  field.dispatchEvent(
    new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }),
  );
}

const row = 32;
/** Rows drawn beyond those in sight, so that a quick hand finds no gap. */
const margin = 8;
const rowsAtOnce = 32;

/** Thousands of rows scroll as lightly as ten: only those around the ones in sight are drawn. */
function LongList({ list }: { list: RefObject<HTMLDivElement | null> }) {
  const items = Combobox.useFilteredItems<Item>();
  const [top, setTop] = useState(0);
  const wanted = Math.floor(top / row) - margin;
  const first = Math.max(0, Math.min(wanted, items.length - rowsAtOnce));
  return (
    <Combobox.List
      ref={list}
      className="picker-list"
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
    >
      <div className="picker-rows" role="presentation" style={{ height: items.length * row }}>
        {items.slice(first, first + rowsAtOnce).map((item, offset) => (
          <Combobox.Item
            key={item.id}
            value={item}
            index={first + offset}
            className="menu-item"
            style={{ top: (first + offset) * row }}
            aria-setsize={items.length}
            aria-posinset={first + offset + 1}
          >
            <span className="menu-mark">
              <Combobox.ItemIndicator>
                <Check size={14} aria-hidden="true" />
              </Combobox.ItemIndicator>
            </span>
            <span className="menu-text">{item.label}</span>
            {item.note ? <span className="menu-note">{item.note}</span> : null}
          </Combobox.Item>
        ))}
      </div>
    </Combobox.List>
  );
}

/** Scrolls a row that the arrow keys have reached into sight, whether it is drawn yet or not. */
function reveal({ current }: RefObject<HTMLDivElement | null>, index: number) {
  if (!current || index < 0) return;
  const [start, end] = [index * row, (index + 1) * row];
  if (start < current.scrollTop) current.scrollTop = start;
  const bottom = current.scrollTop + current.clientHeight - 2 * padding;
  if (end > bottom) current.scrollTop = end - current.clientHeight + 2 * padding;
}
const padding = 4;
