import { type Bands, centreOf } from './bands.ts';

/** The names of some buckets along the lower edge, each below the middle of its bucket. */
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
