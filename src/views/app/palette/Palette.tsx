import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useSelector } from '@xstate/react';
import { Search } from 'lucide-react';
import { useState } from 'react';
import type { SearchActor } from '#machines/app/search.ts';
import { Button } from '../../kit/Button.tsx';
import { PendingDialog } from '../../kit/PendingDialog.tsx';
import { commandsOf, matches } from './commands.ts';
import type { Command, Desk, Group } from './desk.ts';
import { foundGroups } from './found-groups.ts';

/** At most this many entries of a group are listed; typing more finds the others. */
const most = 10;

/** The command palette. */
export function Palette({
  desk,
  search,
  onWrite,
  onClose,
}: {
  desk: Desk;
  /** Its text is the text of the field, also what was typed before the field appeared. */
  search: SearchActor;
  onWrite: (change: (text: string) => string) => void;
  onClose: () => void;
}) {
  const query = useSelector(search, ({ context }) => context.text);
  const answer = useSelector(search, ({ context }) => context.found);
  const busy = useSelector(search, (snapshot) => snapshot.hasTag('busy'));
  const failed = useSelector(search, (snapshot) => snapshot.hasTag('failed'));
  const [hasKeyboard, setKeyboard] = useState(false);
  // What the server finds comes last: it arrives later, and must not move the command that Enter would run.
  const found = [
    ...matching(commandsOf(desk), query),
    ...(answer ? foundGroups(answer, desk) : []),
  ];
  const run = (command: Command) => {
    onClose();
    command.run();
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      {hasKeyboard ? null : <PendingDialog onWrite={onWrite} onLeave={onClose} />}
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
              if (reason !== 'item-press') onWrite(() => text);
            }}
            itemToStringValue={({ label }: Command) => label}
            autoHighlight="always"
            keepHighlight
          >
            <div className="picker-search">
              <Search size={16} aria-hidden="true" />
              <Autocomplete.Input
                className="picker-input"
                placeholder="Orders, campaigns, affiliates, pages, actions"
                aria-label="Find a command"
              />
              <kbd>Esc</kbd>
            </div>
            <Autocomplete.Empty>
              {busy || failed ? null : <p className="picker-empty">Nothing has this name or id.</p>}
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
          <p className="palette-state" role="status">
            {busy ? 'Searching orders and campaigns…' : ''}
          </p>
          {failed ? <SearchFailed search={search} /> : null}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The commands that a text finds; without one the first of each group. */
const matching = (groups: readonly Group[], query: string): Group[] =>
  groups
    .filter(({ isListed = true }) => isListed || query.trim() !== '')
    .map(({ value, items }) => ({
      value,
      items: items.filter((item) => matches(item, value, query)).slice(0, most),
    }))
    .filter(({ items }) => items.length > 0);

function SearchFailed({ search }: { search: SearchActor }) {
  const problem = useSelector(search, ({ context }) => context.problem);
  return (
    <div className="palette-state" role="alert">
      <p>Orders and campaigns were not searched. {problem?.message}</p>
      <Button size="small" onClick={() => search.send({ type: 'retry' })}>
        Retry the search
      </Button>
    </div>
  );
}
