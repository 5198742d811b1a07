import { Combobox } from '@base-ui/react/combobox';
import { observeElementRect, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { Check, Search } from 'lucide-react';
import { type RefObject, useImperativeHandle, useRef, useState } from 'react';

export type Item = {
  id: string;
  label: string;
  note?: string;
  /** Other words that find the item. */
  keywords?: string;
};

const matches = ({ label, note = '', keywords = '' }: Item, query: string): boolean =>
  `${label} ${note} ${keywords}`
    .toLowerCase()
    .replaceAll('_', ' ')
    .includes(query.trim().toLowerCase().replaceAll('_', ' '));

/** The state of a list that opens from a button rendered before the list's code loads. */
export type PickerState = {
  id: string;
  label: string;
  button: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
  /** Returns once the text that was typed on the button. */
  takeTyped: () => string;
};

/** A select with search. */
export function Picker({
  opened,
  items,
  chosen,
  empty,
  onChoose,
}: {
  opened: PickerState;
  /** Built when the list opens, because a list of all time zones takes a moment. */
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
  const list = useRef<LongListHandle>(null);
  const value = listed.find(({ id }) => id === chosen) ?? null;
  return (
    <Combobox.Root<Item>
      open={opened.isOpen}
      onOpenChange={changeOf(opened)}
      items={listed}
      value={value}
      {...searchedBy(list)}
      autoHighlight
      onValueChange={(item) => item && onChoose(item.id)}
    >
      <Options opened={opened} empty={empty} list={list} />
    </Combobox.Root>
  );
}

/** A multi-select with search. The caller decides what none and all mean. */
export function ManyPicker({
  opened,
  items,
  chosen,
  empty,
  everything,
  onChoose,
}: {
  opened: PickerState;
  items: readonly Item[];
  chosen: readonly string[];
  empty: string;
  /** The label for no selection, which means all. */
  everything: string;
  onChoose: (ids: string[]) => void;
}) {
  const ids = new Set(chosen);
  const list = useRef<LongListHandle>(null);
  return (
    <Combobox.Root<Item, true>
      open={opened.isOpen}
      onOpenChange={changeOf(opened)}
      multiple
      items={items}
      value={items.filter(({ id }) => ids.has(id))}
      {...searchedBy(list)}
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

/** The search of a list that draws rows in sight only: what is found or reached by keyboard comes into sight. */
const searchedBy = (list: RefObject<LongListHandle | null>) => ({
  filter: matches,
  itemToStringLabel: ({ label }: Item) => label,
  virtualized: true,
  onItemHighlighted: (
    _: Item | undefined,
    { index, reason }: Combobox.Root.HighlightEventDetails,
  ) => {
    if (reason === 'keyboard') list.current?.reveal(index);
  },
  onInputValueChange: () => list.current?.reveal(0),
});

/** The button handles its own clicks, and Escape closes from there too. */
const changeOf =
  ({ button, onOpenChange }: PickerState) =>
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
  opened: PickerState;
  empty: string;
  list: RefObject<LongListHandle | null>;
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

/** Sets the field like typing, because the list only marks its first match after an input event. */
function type(field: HTMLInputElement, text: string) {
  if (text === '') return;
  field.setRangeText(text, 0, field.value.length, 'end');
  field.dispatchEvent(
    new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }),
  );
}

/** The height of a row, and the room above the first and below the last, as `.picker-list` draws them. */
const row = 32;
const padding = 4;
/** Rows drawn beyond those in sight, so that fast scrolling shows no gap. */
const overscan = 8;
const usualSize = { width: 320, height: 420 };

/** Scrolls to a row, drawn or not. */
type LongListHandle = { reveal: (index: number) => void };

/** A list that draws those of its thousands of rows that are in sight. */
function LongList({ list }: { list: RefObject<LongListHandle | null> }) {
  const items = Combobox.useFilteredItems<Item>();
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: items.length,
    estimateSize: () => row,
    overscan,
    getScrollElement: () => scroller.current,
    initialRect: usualSize,
    observeElementRect: observeSize,
    paddingStart: padding,
    scrollPaddingEnd: padding,
    scrollPaddingStart: padding,
  });
  useImperativeHandle(list, () => ({
    reveal: (index) => {
      if (index >= 0) rows.scrollToIndex(index);
    },
  }));
  return (
    <Combobox.List ref={scroller} className="picker-list">
      <div className="picker-rows" role="presentation" style={{ height: items.length * row }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const item = items[index];
          if (!item) return null;
          return (
            <Combobox.Item
              key={item.id}
              value={item}
              index={index}
              className="menu-item"
              style={{ top: start - padding }}
              aria-setsize={items.length}
              aria-posinset={index + 1}
            >
              <span className="menu-mark">
                <Combobox.ItemIndicator>
                  <Check size={14} aria-hidden="true" />
                </Combobox.ItemIndicator>
              </span>
              <span className="menu-text">{item.label}</span>
              {item.note ? <span className="menu-note">{item.note}</span> : null}
            </Combobox.Item>
          );
        })}
      </div>
    </Combobox.List>
  );
}

/** A list has no size while it opens; rows are drawn as in the usual one. */
const observeSize = (
  list: Virtualizer<HTMLDivElement, HTMLElement>,
  onSize: (size: { width: number; height: number }) => void,
) => observeElementRect(list, (size) => onSize(size.height > 0 ? size : usualSize));
