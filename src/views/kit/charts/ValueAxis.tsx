import { GridRows } from '@visx/grid';
import type { scaleLinear } from '@visx/scale';
import { scale } from '../format.ts';

/** A few values along the left edge, each with its line across the drawing. */
export function ValueAxis({
  y,
  ticks,
  left,
  right,
}: {
  y: ReturnType<typeof scaleLinear<number>>;
  ticks: readonly number[];
  left: number;
  right: number;
}) {
  return (
    <>
      <GridRows
        scale={y}
        left={left}
        width={Math.max(right - left, 0)}
        tickValues={[...ticks]}
        className="pane-grid"
        stroke="currentColor"
      />
      {ticks.map((tick) => (
        <text
          key={tick}
          className="pane-tick"
          x={left - 8}
          y={y(tick)}
          dy="0.32em"
          textAnchor="end"
        >
          {scale(tick)}
        </text>
      ))}
    </>
  );
}
