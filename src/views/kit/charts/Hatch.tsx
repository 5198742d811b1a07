/** Slanted lines to fill a surface with, where colour alone would have to tell two things apart. */
export function Hatch({ id, className, gap }: { id: string; className: string; gap: number }) {
  return (
    <pattern
      id={id}
      width={gap}
      height={gap}
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <line className={className} x1={0} y1={0} x2={0} y2={gap} />
    </pattern>
  );
}
