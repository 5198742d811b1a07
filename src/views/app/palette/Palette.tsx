import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { PendingDialog } from '../../kit/PendingDialog.tsx';
import { type Command, commandsOf, type Desk, type Group, matches } from './commands.ts';

/** At most this many entries of a group are listed; typing more finds the others. */
const most = 10;

/** The command palette. */
export function Palette({
  desk,
  written,
  onClose,
}: {
  desk: Desk;
  /** Text that was typed before the field appeared. */
  written: string;
  onClose: () => void;
}) {
  const [query, setQuery] = useState(written);
  const [hasKeyboard, setKeyboard] = useState(false);
  const found = commandsOf(desk)
    .map(({ value, items }) => ({
      value,
      items: items.filter((item) => matches(item, value, query)).slice(0, most),
    }))
    .filter(({ items }) => items.length > 0);
  const run = (command: Command) => {
    onClose();
    command.run();
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      {hasKeyboard ? null : <PendingDialog onWrite={setQuery} onLeave={onClose} />}
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="palette" aria-label="Commands" onFocus={() => setKeyboard(true)}>
          <Autocomplete.Root
            inline
            open
            items={found}
            mode="none"
            value={query}
            onValueChange={(text, { reason }) => {
              if (reason !== 'item-press') setQuery(text);
            }}
            itemToStringValue={({ label }: Command) => label}
            autoHighlight="always"
            keepHighlight
          >
            <div className="picker-search">
              <Search size={16} aria-hidden="true" />
              <Autocomplete.Input
                className="picker-input"
                placeholder="Screens, affiliates, date ranges, actions"
                aria-label="Find a command"
              />
              <kbd>Esc</kbd>
            </div>
            <Autocomplete.Empty>
              <p className="picker-empty">Nothing has this name.</p>
            </Autocomplete.Empty>
            <Autocomplete.List className="palette-list">
              {(group: Group) => (
                <Autocomplete.Group key={group.value} items={group.items} className="palette-group">
                  <Autocomplete.GroupLabel className="palette-title">
                    {group.value}
                  </Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(command: Command) => (
                      <Autocomplete.Item
                        key={command.id}
                        value={command}
                        className="menu-item"
                        onClick={() => run(command)}
                      >
                        <span className="menu-text">{command.label}</span>
                        {command.note ? <span className="menu-note">{command.note}</span> : null}
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
