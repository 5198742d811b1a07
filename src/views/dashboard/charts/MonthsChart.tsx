import { scaleLinear } from '@visx/scale';
import { useId } from 'react';
import { changeOf } from '#contract/analytics/ratios.ts';
import type { MonthRow } from '#contract/analytics/report.ts';
import { monthPeriod } from '#contract/period.ts';
import { axis, bandsOver, centreOf } from '../../kit/charts/bands.ts';
import { ChartSlider } from '../../kit/charts/ChartSlider.tsx';
import { ChartTip } from '../../kit/charts/ChartTip.tsx';
import { Cursor } from '../../kit/charts/Cursor.tsx';
import { ValueAxis } from '../../kit/charts/ValueAxis.tsx';
import { cellAttributes } from '../../kit/figure-attributes.ts';
import { change, money, month, monthInFull, scale } from '../../kit/format.ts';

const top = 28;

/** Thirteen months, the newest on the right beside the same month last year; a running month is hatched. */
export function MonthsChart({
  months,
  currency,
  width,
  height,
}: {
  /** Newest first, as the server sends them. */
  months: readonly MonthRow[];
  currency: string;
  width: number;
  height: number;
}) {
  const hatch = useId();
  const rows = months.toReversed();
  const last = rows.length - 1;
  const bottom = height - axis.bottom;
  const x = bandsOver(rows.length, width);
  const [left, right] = x.range();
  const values = rows.map(({ revenue }) => revenue);
  const y = scaleLinear<number>({
    domain: [Math.min(0, ...values), Math.max(1, ...values)],
    range: [bottom, top],
    nice: 4,
  });
  const [namesAll, valuesAll] = [x.step() >= 28, x.step() >= 36];

  return (
    <ChartSlider
      name="Month"
      count={rows.length}
      from={last}
      spoken={(index) => spoken(rows[index], currency)}
      width={width}
      height={height}
      left={left}
      right={right}
      opens={(index) => {
        const row = rows[index];
        return row ? cellAttributes([], { period: monthPeriod(row.month) }) : null;
      }}
      tip={(index) => (
        <Tip
          row={rows[index]}
          before={rows[index - 1]}
          currency={currency}
          left={centreOf(x, index)}
          width={width}
        />
      )}
    >
      {(cursor) => (
        <g className="pane" data-series="revenue">
          <defs>
            <pattern
              id={hatch}
              width={6}
              height={6}
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <rect className="months-hatch" width={2.5} height={6} />
            </pattern>
          </defs>
          <Cursor x={x} at={cursor} height={bottom} />
          <text className="pane-title" x={left} y={top - 12}>
            Revenue<tspan className="pane-unit"> {currency}</tspan>
          </text>
          <ValueAxis y={y} ticks={y.ticks(4)} left={left} right={right} />
          {rows.map((row, index) => {
            const isNamed = namesAll || (last - index) % 3 === 0;
            return (
              <g key={row.month}>
                <rect
                  className={row.partial ? 'pane-bar pane-running' : 'pane-bar'}
                  style={
                    row.partial ? { fill: `url(#${CSS.escape(hatch)})`, fillOpacity: 1 } : undefined
                  }
                  data-twin={index === 0 || undefined}
                  x={x(index)}
                  width={x.bandwidth()}
                  y={Math.min(y(row.revenue), y(0))}
                  height={Math.abs(y(0) - y(row.revenue))}
                  rx={2}
                />
                {valuesAll && row.revenue > 0 ? (
                  <text
                    className="months-value"
                    x={centreOf(x, index)}
                    y={y(row.revenue) - 5}
                    textAnchor="middle"
                  >
                    {scale(row.revenue)}
                  </text>
                ) : null}
                {isNamed ? (
                  <text
                    className="pane-tick"
                    x={centreOf(x, index)}
                    y={bottom + 18}
                    textAnchor="middle"
                  >
                    {month(row.month)}
                  </text>
                ) : null}
              </g>
            );
          })}
        </g>
      )}
    </ChartSlider>
  );
}

function Tip({
  row,
  before,
  currency,
  left,
  width,
}: {
  row: MonthRow | undefined;
  before: MonthRow | undefined;
  currency: string;
  left: number;
  width: number;
}) {
  if (!row) return null;
  const line = (name: string, amount: number) => ({
    series: 'revenue' as const,
    name,
    value: money(amount, currency),
  });
  const isComparable = before !== undefined && before.revenue > 0 && !row.partial;
  return (
    <ChartTip
      title={monthInFull(row.month)}
      note={row.partial ? 'so far' : null}
      lines={[
        {
          ...line('Revenue', row.revenue),
          ...(isComparable
            ? { before: `${change(changeOf(row.revenue, before.revenue))} on the month before` }
            : {}),
        },
        line('Server', row.server_revenue),
        line('Browser', row.browser_revenue),
      ]}
      left={left}
      width={width}
    />
  );
}

const spoken = (row: MonthRow | undefined, currency: string): string =>
  row
    ? `${monthInFull(row.month)}, Revenue ${money(row.revenue, currency)}${row.partial ? ' so far' : ''}`
    : '';
