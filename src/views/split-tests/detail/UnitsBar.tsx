import { useId } from 'react';
import type { Arm } from '#contract/split-tests/results.ts';
import { Hatch } from '../../kit/charts/Hatch.tsx';
import { count } from '../../kit/format.ts';

const width = 96;
const height = 8;

/** The units of a variant: the final ones solid, those that may still convert hatched. */
export function UnitsBar({
  arm: { units, all_units: all },
  most,
}: {
  arm: Pick<Arm, 'units' | 'all_units'>;
  /** The units of the largest variant. */
  most: number;
}) {
  const hatch = useId();
  const open = Math.max(0, all - units);
  const at = (part: number) => (part / most) * width;
  return (
    <span className="units">
      <span className="units-text">
        {count(units)} final
        <span className="test-under">{`${count(open)} open`}</span>
      </span>
      <svg className="units-bar" width={width} height={height} aria-hidden="true">
        <defs>
          <Hatch id={hatch} className="units-hatch" gap={4} />
        </defs>
        <rect className="units-final" width={at(units)} height={height} />
        <rect
          className="units-open"
          x={at(units)}
          width={at(open)}
          height={height}
          fill={`url(#${CSS.escape(hatch)})`}
        />
      </svg>
    </span>
  );
}
