import type { ReactNode } from 'react';
import type { SeriesName } from './series.ts';

export type TipLine = { series: SeriesName; name: string; value: string; before?: string };

const room = 236;

/** The tooltip of a bucket, on the side of the cursor that has room. */
export function ChartTip({
  title,
  note,
  lines,
  left,
  width,
  children,
}: {
  title: string;
  note: string | null;
  lines: readonly TipLine[];
  left: number;
  width: number;
  /** Content below the figures. */
  children?: ReactNode;
}) {
  const place = left + 16 + room > width ? Math.max(left - 16 - room, 0) : left + 16;
  return (
    <div
      className="graph-tip"
      style={{ left: place, width: Math.min(room, width) }}
      aria-hidden="true"
    >
      <p className="graph-tip-title">
        {title}
        {note ? <span className="graph-tip-note">{note}</span> : null}
      </p>
      <dl>
        {lines.map(({ series, name, value, before }) => (
          <div key={name} data-series={series}>
            <dt>{name}</dt>
            <dd>{value}</dd>
            {before === undefined ? null : <dd className="graph-tip-before">{before}</dd>}
          </div>
        ))}
      </dl>
      {children}
    </div>
  );
}
