import { type Bands, centreOf } from './bands.ts';

/** The labels of the buckets on the horizontal axis. */
export function BucketLabels({
  x,
  y,
  indexes,
  write,
}: {
  x: Bands;
  y: number;
  indexes: readonly number[];
  write: (index: number) => string;
}) {
  return (
    <g className="graph-labels">
      {indexes.map((index) => (
        <text key={index} x={centreOf(x, index)} y={y} textAnchor="middle">
          {write(index)}
        </text>
      ))}
    </g>
  );
}
