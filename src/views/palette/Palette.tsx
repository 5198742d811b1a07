import { Combobox } from '@base-ui/react/combobox';
import { Dialog } from '@base-ui/react/dialog';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { type Command, type Group, matches } from './commands.ts';

/** More than these of a group are found by another letter. */
const most = 8;

/** Everything of the app in one list, found by typing. */
export function Palette({ groups, onClose }: { groups: readonly Group[]; onClose: () => void }) {
  const [query, setQuery] = useState('');
  const found = groups
    .map(({ value, items }) => ({
      value,
      items: items.filter((item) => matches(item, value, query)).slice(0, most),
    }))
    .filter(({ items }) => items.length > 0);
  const run = (command: Command | null) => {
    if (!command) return;
    onClose();
    command.run();
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="palette" aria-label="Commands">
          <Combobox.Root<Command>
            inline
            open
            items={found}
            value={null}
            filter={null}
            inputValue={query}
            onInputValueChange={setQuery}
            itemToStringLabel={({ label }) => label}
            autoHighlight
            onValueChange={run}
          >
            <div className="picker-search">
              <Search size={16} aria-hidden="true" />
              <Combobox.Input
                className="picker-input"
                placeholder="Screens, affiliates, date ranges, actions"
                aria-label="Find a command"
              />
              <kbd>Esc</kbd>
            </div>
            <Combobox.Empty>
              <p className="picker-empty">Nothing has this name.</p>
            </Combobox.Empty>
            <Combobox.List className="palette-list">
              {(group: Group) => (
                <Combobox.Group key={group.value} items={group.items} className="palette-group">
                  <Combobox.GroupLabel className="palette-title">{group.value}</Combobox.GroupLabel>
                  <Combobox.Collection>
                    {(command: Command) => (
                      <Combobox.Item key={command.id} value={command} className="menu-item">
                        <span className="menu-text">{command.label}</span>
                        {command.note ? <span className="menu-note">{command.note}</span> : null}
                      </Combobox.Item>
                    )}
                  </Combobox.Collection>
                </Combobox.Group>
              )}
            </Combobox.List>
          </Combobox.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
