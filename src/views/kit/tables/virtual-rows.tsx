import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

const atOnce = 30;
/** What a row takes while it is not drawn, in pixels. */
const usualRow = 32;

/**
 * How many rows of a table that scrolls in its frame are drawn: as many as a first look needs, and the next ones before
 * somebody has scrolled to them, or goes on from the last one by keyboard. What is printed has all, and so has what the
 * End key scrolls through: where the last row is shows only once those before it are there. `end` stands after the table
 * and takes the room of the others.
 */
export function useDrawnRows(count: number): { drawn: number; end: ReactNode } {
  const [wanted, setWanted] = useState(atOnce);
  const drawn = Math.min(wanted, count);
  const isWhole = drawn === count;
  useEffect(() => {
    if (isWhole) return;
    const hear = () => drawAll(setWanted);
    window.addEventListener('beforeprint', hear);
    return () => window.removeEventListener('beforeprint', hear);
  }, [isWhole]);
  const end = isWhole ? null : (
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

/** Before anything else happens: printing and scrolling go by what is there. */
const drawAll = (draw: (rows: number) => void) => flushSync(() => draw(Number.POSITIVE_INFINITY));

function End({
  height,
  onNear,
  onNext,
  onLast,
}: {
  height: number;
  onNear: () => void;
  /** A key is pressed in the last row, and has led nowhere yet: a machine under load may not have seen it come near. */
  onNext: () => void;
  /** The End key is pressed, and nothing has been scrolled yet. */
  onLast: () => void;
}) {
  const watch = (room: HTMLDivElement) => {
    const frame = room.parentElement;
    const hear = ({ key, target }: KeyboardEvent) => {
      const last = frame?.querySelector('tbody')?.lastElementChild;
      if (key === 'End') onLast();
      else if (target instanceof Node && last?.contains(target)) onNext();
    };
    frame?.addEventListener('keydown', hear);
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && onNear(),
      { root: frame, rootMargin: '600px 0px' },
    );
    observer.observe(room);
    return () => {
      frame?.removeEventListener('keydown', hear);
      observer.disconnect();
    };
  };
  return <div ref={watch} style={{ height }} />;
}
