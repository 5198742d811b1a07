import { scaleLinear } from '@visx/scale';
import { LinePath } from '@visx/shape';
import type { FunnelFigures } from '#contract/funnels/report.ts';
import { bucketInText, percent } from '../kit/format.ts';

const [width, height, edge] = [96, 24, 3];

/** The overall rate of each day; days with open entries are dashed. */
export function RateLine({ trend }: { trend: FunnelFigures['trend'] }) {
  const known = trend.filter(({ rate }) => rate !== null);
  if (known.length < 2) return <span className="only-read">Too few days for a line</span>;
  const x = scaleLinear<number>({
    domain: [0, Math.max(1, trend.length - 1)],
    range: [edge, width - edge],
  });
  const highest = Math.max(...known.map(({ rate }) => rate ?? 0));
  const y = scaleLinear<number>({
    domain: [0, highest === 0 ? 1 : highest],
    range: [height - edge, edge],
  });
  const days = trend.map((day, index) => ({ ...day, index }));
  const firstOpen = days.findIndex(({ open }) => open > 0);
  const settled = firstOpen < 0 ? days : days.slice(0, firstOpen);
  const open = firstOpen < 0 ? [] : days.slice(Math.max(0, firstOpen - 1));
  const line = (part: typeof days, className: string) => (
    <LinePath
      className={className}
      data={part}
      x={({ index }) => x(index)}
      y={({ rate }) => y(rate ?? 0)}
      defined={({ rate }) => rate !== null}
    />
  );
  return (
    <svg className="rate-line" width={width} height={height} role="img" aria-label={inWords(known)}>
      {line(settled, 'rate-settled')}
      {line(open, 'rate-open')}
    </svg>
  );
}

function inWords(known: FunnelFigures['trend']): string {
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last) return '';
  const rates = known.map(({ rate }) => rate ?? 0);
  return `Rate by day: ${percent(first.rate)} on ${bucketInText(first.day)}, ${percent(last.rate)} on ${bucketInText(last.day)}, from ${percent(Math.min(...rates))} to ${percent(Math.max(...rates))}`;
}
