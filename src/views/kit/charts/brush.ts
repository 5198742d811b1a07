import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { arrowTarget } from '../arrow-keys.ts';

/** Buckets from one to another, both included. */
export type Stretch = { from: number; to: number };

/**
 * Reading a drawing of buckets and choosing a stretch of it: with the pointer by dragging, with the keyboard by
 * arrows, Shift and Enter. Escape lets go.
 */
export function useBrush({
  count,
  bucketAt,
  onChoose,
}: {
  count: number;
  /** Which bucket lies at a distance from the left edge. */
  bucketAt: (left: number) => number | null;
  onChoose: (stretch: Stretch) => void;
}) {
  const [cursor, setCursor] = useState<number | null>(null);
  const [anchor, setAnchor] = useState<number | null>(null);
  const last = count - 1;
  const at = cursor === null ? null : Math.min(cursor, last);
  const stretch: Stretch | null =
    at === null || anchor === null || anchor === at
      ? null
      : { from: Math.min(anchor, at), to: Math.max(anchor, at) };

  const leave = () => {
    setCursor(null);
    setAnchor(null);
  };
  const choose = (chosen: Stretch) => {
    leave();
    onChoose(chosen);
  };
  const under = ({ clientX, currentTarget }: PointerEvent<Element>) =>
    bucketAt(clientX - currentTarget.getBoundingClientRect().left);

  return {
    cursor: at,
    stretch,
    leave,
    pointer: {
      onPointerMove: (event: PointerEvent<Element>) => {
        const bucket = under(event);
        if (bucket !== null || anchor === null) setCursor(bucket);
      },
      onPointerDown: (event: PointerEvent<Element>) => {
        if (event.pointerType === 'touch' || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setAnchor(under(event));
      },
      onPointerUp: () => (stretch ? choose(stretch) : setAnchor(null)),
      onPointerCancel: leave,
      onPointerLeave: () => {
        if (anchor === null) setCursor(null);
      },
      onDoubleClick: () => {
        if (at !== null) choose({ from: at, to: at });
      },
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const from = at ?? last;
      if (event.key === 'Escape') leave();
      else if (event.key === 'Enter') choose(stretch ?? { from, to: from });
      else {
        const target = arrowTarget(event.key, from, last);
        if (target === undefined) return;
        setAnchor(event.shiftKey ? (anchor ?? from) : null);
        setCursor(target);
      }
      event.preventDefault();
    },
  };
}
