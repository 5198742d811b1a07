import { Dialog } from '@base-ui/react/dialog';
import { Button } from '../../kit/Button.tsx';
import { keyMap, modifier, noticeKey } from './keys.ts';

/** What each key does, and whether single ones do anything. */
export function KeyList({
  singleKeys,
  onSingleKeys,
  onClose,
}: {
  singleKeys: boolean;
  onSingleKeys: (on: boolean) => void;
  onClose: () => void;
}) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="palette key-list">
          <Dialog.Title className="sheet-title">Keys</Dialog.Title>
          <dl>
            {[...keyMap, noticeKey].map(({ keys, words }) => (
              <div key={words}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{key === 'Mod' ? modifier() : key}</kbd>
                  ))}
                </dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
          <label className="key-list-switch">
            <input
              type="checkbox"
              checked={singleKeys}
              onChange={({ target }) => onSingleKeys(target.checked)}
            />
            Single keys act while nothing is being typed
          </label>
          <Dialog.Close render={<Button>Close</Button>} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
