import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { arrowTarget } from '../arrow-keys.ts';
import type { cellAt } from '../figure-at.ts';

/** A drawing of buckets that is read with the pointer or, as a slider, with the arrow keys. */
export function Scrub({
  name,
  count,
  from,
  spoken,
  width,
  height,
  left,
  right,
  opens,
  tip,
  children,
}: {
  name: string;
  count: number;
  /** Where reading starts: the latest bucket that has figures. */
  from: number;
  spoken: (index: number) => string;
  width: number;
  height: number;
  /** Where the buckets begin and end. */
  left: number;
  right: number;
  /** The bucket whose revenue a click or Enter opens, as an element says it. */
  opens?: (index: number) => ReturnType<typeof cellAt> | null;
  tip: (index: number) => ReactNode;
  children: (cursor: number | null) => ReactNode;
}) {
  const [cursor, setCursor] = useState<number | null>(null);
  const last = count - 1;
  const follow = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const inside = clientX - currentTarget.getBoundingClientRect().left - left;
    const index = Math.floor((inside / (right - left)) * count);
    setCursor(index < 0 || index > last ? null : index);
  };
  const opened = cursor === null ? null : opens?.(cursor);
  const step = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter') return event.currentTarget.click();
    const target = event.key === 'Escape' ? null : arrowTarget(event.key, cursor ?? from, last);
    if (target === undefined) return;
    event.preventDefault();
    setCursor(target);
  };

  return (
    <div
      className="graph"
      style={{ height }}
      role="slider"
      tabIndex={0}
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={cursor ?? from}
      aria-valuetext={spoken(cursor ?? from)}
      aria-haspopup={opens && 'dialog'}
      onKeyDown={step}
      {...(opened && { ...opened, 'data-figure': 'revenue' })}
      onBlur={() => setCursor(null)}
    >
      <svg
        width={width}
        height={height}
        aria-hidden="true"
        onPointerMove={follow}
        onPointerLeave={() => setCursor(null)}
      >
        {children(cursor)}
      </svg>
      {cursor === null ? null : tip(cursor)}
    </div>
  );
}
