import { listen } from './listen.ts';
import { textAfter } from './text-after.ts';

/** What goes on doing in the meantime what it does on any page. */
const browsers = /^(Tab|F\d+)$/;

/**
 * Takes the keyboard for a dialog that was asked for and cannot take it itself yet: its code is on its way, or its
 * field is not drawn. Letters would be heard by the page otherwise, and there each of them does something.
 */
export function PendingDialog({
  onWrite,
  onLeave,
}: {
  /** What is written for the dialog's field, as a change of what was written before. */
  onWrite: (write: (text: string) => string) => void;
  onLeave: () => void;
}) {
  const hear = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || browsers.test(key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (key === 'Escape') onLeave();
    else onWrite((text) => textAfter(text, event) ?? text);
  };
  return <span hidden ref={(mark) => listen(mark?.ownerDocument, hear, { first: true })} />;
}
