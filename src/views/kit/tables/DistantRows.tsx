import { type RefObject, useEffect } from 'react';
import { flushSync } from 'react-dom';
import { Room } from './Room.tsx';

/** How far from the rows in sight others are drawn. */
const nearby = '600px 0px';

/** The room of rows that are drawn when a person comes near them. */
export function DistantRows({
  height,
  columns,
  frame,
  isComplete,
  onNear,
}: {
  height: number;
  columns: number;
  frame: RefObject<HTMLElement | null>;
  /** Whether all rows are drawn then, so that the focus may be among them. */
  isComplete: boolean;
  onNear: () => void;
}) {
  useEffect(() => {
    const table = frame.current;
    const room = table?.querySelector('.rows-room');
    if (!table || !room) return;
    const come = () => flushSync(onNear);
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && onNear(),
      { root: table.parentElement, rootMargin: nearby },
    );
    observer.observe(room);
    window.addEventListener('beforeprint', come);
    if (isComplete) table.addEventListener('focusin', onNear);
    return () => {
      observer.disconnect();
      window.removeEventListener('beforeprint', come);
      table.removeEventListener('focusin', onNear);
    };
  });
  return <Room height={height} columns={columns} />;
}
