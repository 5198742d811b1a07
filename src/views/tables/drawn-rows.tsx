import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

const atOnce = 30;
/** What a row takes while it is not drawn, in pixels. */
const usualRow = 32;

/**
 * How many rows of a table that scrolls in its frame are drawn: as many as a first look needs, and the next ones before
 * somebody has scrolled to them. What is printed has all. `end` stands after the table and takes the room of the others.
 */
export function useDrawnRows(count: number): { drawn: number; end: ReactNode } {
  const [wanted, setWanted] = useState(atOnce);
  const drawn = Math.min(wanted, count);
  const isWhole = drawn === count;
  useEffect(() => {
    if (isWhole) return;
    const drawAll = () => flushSync(() => setWanted(Number.POSITIVE_INFINITY));
    window.addEventListener('beforeprint', drawAll);
    return () => window.removeEventListener('beforeprint', drawAll);
  }, [isWhole]);
  const end = isWhole ? null : (
    <End key={drawn} height={(count - drawn) * usualRow} onNear={() => setWanted(drawn + atOnce)} />
  );
  return { drawn, end };
}

function End({ height, onNear }: { height: number; onNear: () => void }) {
  const watch = (room: HTMLDivElement) => {
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && onNear(),
      { root: room.parentElement, rootMargin: '600px 0px' },
    );
    observer.observe(room);
    return () => observer.disconnect();
  };
  return <div ref={watch} style={{ height }} />;
}
