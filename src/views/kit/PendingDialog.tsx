import { onKeyDown } from './on-key-down.ts';
import { textAfterKey } from './text-after-key.ts';

/** Keys that keep their browser function meanwhile. */
const browsers = /^(Tab|F\d+)$/;

/**
 * Holds the focus for a dialog that is not rendered yet, because its code is loading. Otherwise typed letters would
 * trigger single-key shortcuts of the page.
 */
export function PendingDialog({
  onWrite,
  onLeave,
}: {
  /** Changes the text that the dialog's field will start with. */
  onWrite: (write: (text: string) => string) => void;
  onLeave: () => void;
}) {
  const hear = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || browsers.test(key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'Escape') onLeave();
    else onWrite((text) => textAfterKey(text, event) ?? text);
  };
  return <span hidden ref={(mark) => onKeyDown(mark?.ownerDocument, hear, { first: true })} />;
}
