import { Combobox } from '@base-ui/react/combobox';
import { Check, type LucideIcon, Search } from 'lucide-react';
import { useState } from 'react';
import { Chosen } from './Chosen.tsx';

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

const shownAtOnce = 200;

/** One of many, found by typing. */
export function Picker({
  label,
  icon,
  shown,
  items,
  chosen,
  empty,
  onChoose,
}: {
  label: string;
  icon?: LucideIcon;
  shown: string;
  /** Asked for when the list opens: a list of every time zone takes a moment. */
  items: () => readonly Item[];
  chosen: string;
  empty: string;
  onChoose: (id: string) => void;
}) {
  const [listed, setListed] = useState<readonly Item[]>([]);
  const value = listed.find(({ id }) => id === chosen) ?? null;
  return (
    <Combobox.Root<Item>
      onOpenChange={(open) => open && setListed(items())}
      items={listed}
      value={value}
      filter={matches}
      itemToStringLabel={(item) => item.label}
      limit={shownAtOnce}
      autoHighlight
      onValueChange={(item) => item && onChoose(item.id)}
    >
      <Combobox.Trigger className="trigger" aria-label={label}>
        <Chosen {...(icon ? { icon } : {})} value={shown} />
      </Combobox.Trigger>
      <Options label={label} empty={empty} />
    </Combobox.Root>
  );
}

/** Several of many, found by typing. The caller decides what none and all mean. */
export function ManyPicker({
  label,
  icon,
  shown,
  items,
  chosen,
  empty,
  everything,
  onChoose,
}: {
  label: string;
  icon?: LucideIcon;
  shown: string;
  items: readonly Item[];
  chosen: readonly string[];
  empty: string;
  /** The words for choosing none, which stands for all. */
  everything: string;
  onChoose: (ids: string[]) => void;
}) {
  const ids = new Set(chosen);
  return (
    <Combobox.Root<Item, true>
      multiple
      items={items}
      value={items.filter(({ id }) => ids.has(id))}
      filter={matches}
      itemToStringLabel={(item) => item.label}
      limit={shownAtOnce}
      onValueChange={(next) => onChoose(next.map(({ id }) => id))}
    >
      <Combobox.Trigger className="trigger" aria-label={label}>
        <Chosen {...(icon ? { icon } : {})} value={shown} />
      </Combobox.Trigger>
      <Options
        label={label}
        empty={empty}
        everything={{ words: everything, chosen: chosen.length === 0, choose: () => onChoose([]) }}
      />
    </Combobox.Root>
  );
}

function Options({
  label,
  empty,
  everything,
}: {
  label: string;
  empty: string;
  everything?: { words: string; chosen: boolean; choose: () => void };
}) {
  return (
    <Combobox.Portal>
      <Combobox.Positioner className="positioner" sideOffset={6} align="start">
        <Combobox.Popup className="floating picker" aria-label={label}>
          <div className="picker-search">
            <Search size={14} aria-hidden="true" />
            <Combobox.Input
              className="picker-input"
              placeholder="Search"
              aria-label={`Search ${label.toLowerCase()}`}
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
          <Combobox.List className="picker-list">
            {(item: Item) => (
              <Combobox.Item key={item.id} value={item} className="menu-item">
                <span className="menu-mark">
                  <Combobox.ItemIndicator>
                    <Check size={14} aria-hidden="true" />
                  </Combobox.ItemIndicator>
                </span>
                <span className="menu-text">{item.label}</span>
                {item.note ? <span className="menu-note">{item.note}</span> : null}
              </Combobox.Item>
            )}
          </Combobox.List>
          <Rest />
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}

/** Says that there is more than the list shows. */
function Rest() {
  const listed = Combobox.useFilteredItems<Item>();
  if (listed.length < shownAtOnce) return null;
  return (
    <p className="picker-foot">
      The first {shownAtOnce} matches are listed. Type to find the others.
    </p>
  );
}
