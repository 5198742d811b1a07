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
    const scroller = frame.current?.parentElement;
    const room = frame.current?.querySelector('.rows-room');
    if (!scroller || !room) return;
    const come = () => flushSync(onNear);
    // Before keys scroll the table: the room is as high as its rows only by estimate, and End would stop short of them.
    const onFocus = ({ target }: FocusEvent) => {
      if (isComplete || target === scroller) onNear();
    };
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && onNear(),
      { root: scroller, rootMargin: nearby },
    );
    observer.observe(room);
    window.addEventListener('beforeprint', come);
    scroller.addEventListener('focusin', onFocus);
    return () => {
      observer.disconnect();
      window.removeEventListener('beforeprint', come);
      scroller.removeEventListener('focusin', onFocus);
    };
  });
  return <Room height={height} columns={columns} />;
}
