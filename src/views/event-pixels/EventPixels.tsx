import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { EventPixelsActor } from '#machines/event-pixels/event-pixels.ts';
import type { Opened } from '#machines/event-pixels/pixel-model.ts';
import { PixelList } from './PixelList.tsx';
import { PixelPage } from './PixelPage.tsx';
import './event-pixels.css';

/** What tells partners of affiliates about conversions: the list, or the pixel that is open. */
export function EventPixels({ actor }: { actor: EventPixelsActor }) {
  const { editor, list } = useSelector(actor, ({ children }) => children);
  const isOpen = useSelector(editor, (snapshot) => snapshot?.hasTag('open') ?? false);
  const opened = useSelector(editor, (snapshot) => snapshot?.context.opened ?? null);
  const [last, setLast] = useState<Opened | null>(null);
  const [sawList, setSawList] = useState(!isOpen);
  if (opened && opened !== last) setLast(opened);
  if (!isOpen && !sawList) setSawList(true);
  if (isOpen && editor) return <PixelPage actor={actor} editor={editor} isOpenedHere={sawList} />;
  return list ? <PixelList actor={actor} list={list} last={last} /> : null;
}
