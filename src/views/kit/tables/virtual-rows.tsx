import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

const atOnce = 30;
/** The estimated height of a row, in pixels. */
const usualRow = 32;

/**
 * The number of rendered rows of a table that scrolls: those of the first view, and more before the user scrolls or
 * moves to them. Printing and the End key render all rows. `end` goes after the table and takes the space of the other
 * rows.
 */
export function useRenderedRows(count: number): { drawn: number; end: ReactNode } {
  const [wanted, setWanted] = useState(atOnce);
  const drawn = Math.min(wanted, count);
  const isComplete = drawn === count;
  useEffect(() => {
    if (isComplete) return;
    const onBeforePrint = () => drawAll(setWanted);
    window.addEventListener('beforeprint', onBeforePrint);
    return () => window.removeEventListener('beforeprint', onBeforePrint);
  }, [isComplete]);
  const end = isComplete ? null : (
    <End
      key={drawn}
      height={(count - drawn) * usualRow}
      onNear={() => setWanted(drawn + atOnce)}
      onNext={() => flushSync(() => setWanted(drawn + atOnce))}
      onLast={() => drawAll(setWanted)}
    />
  );
  return { drawn, end };
}

/** Renders synchronously, because printing and scrolling use the current document. */
const drawAll = (draw: (rows: number) => void) => flushSync(() => draw(Number.POSITIVE_INFINITY));

function End({
  height,
  onNear,
  onNext,
  onLast,
}: {
  height: number;
  onNear: () => void;
  /** A key was pressed in the last row: a slow machine may not have rendered the next rows yet. */
  onNext: () => void;
  /** The End key was pressed, before the browser scrolls. */
  onLast: () => void;
}) {
  const watch = (room: HTMLDivElement) => {
    const frame = room.parentElement;
    const onKeyDown = ({ key, target }: KeyboardEvent) => {
      const last = frame?.querySelector('tbody')?.lastElementChild;
      if (key === 'End') onLast();
      else if (target instanceof Node && last?.contains(target)) onNext();
    };
    frame?.addEventListener('keydown', onKeyDown);
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && onNear(),
      { root: frame, rootMargin: '600px 0px' },
    );
    observer.observe(room);
    return () => {
      frame?.removeEventListener('keydown', onKeyDown);
      observer.disconnect();
    };
  };
  return <div ref={watch} style={{ height }} />;
}
