import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { EventPixelsActor } from '#machines/event-pixels/event-pixels.ts';
import type { EditorTarget } from '#machines/event-pixels/pixel-model.ts';
import { PixelList } from './PixelList.tsx';
import { PixelPage } from './PixelPage.tsx';
import './event-pixels.css';

/** The list of event pixels, or the open one. */
export function EventPixels({ actor }: { actor: EventPixelsActor }) {
  const { editor, list } = useSelector(actor, ({ children }) => children);
  const isOpen = useSelector(editor, (snapshot) => snapshot?.hasTag('open') ?? false);
  const opened = useSelector(editor, (snapshot) => snapshot?.context.opened ?? null);
  const [last, setLast] = useState<EditorTarget | null>(null);
  const [sawList, setSawList] = useState(!isOpen);
  if (opened && opened !== last) setLast(opened);
  if (!isOpen && !sawList) setSawList(true);
  if (isOpen && editor) return <PixelPage actor={actor} editor={editor} isOpenedHere={sawList} />;
  return list ? <PixelList actor={actor} list={list} last={last} /> : null;
}
