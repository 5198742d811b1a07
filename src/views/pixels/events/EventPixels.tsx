import { useSelector } from '@xstate/react';
import type { EventPixelsActor } from '#machines/event-pixels.ts';
import { PixelList } from './PixelList.tsx';
import { PixelPage } from './PixelPage.tsx';

/** What tells partners of affiliates about conversions: the list, or the pixel that is open. */
export function EventPixels({ actor }: { actor: EventPixelsActor }) {
  const editor = useSelector(actor, ({ children }) => children.editor);
  const isOpen = useSelector(editor, (snapshot) => snapshot?.hasTag('open') ?? false);
  return isOpen && editor ? (
    <PixelPage actor={actor} editor={editor} />
  ) : (
    <PixelList actor={actor} />
  );
}
