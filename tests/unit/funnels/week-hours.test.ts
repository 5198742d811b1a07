import { describe, expect, it } from 'vitest';
import { comparedPeriods, flowOf, quarter } from '#server/funnels/health/week-hours.ts';

/** Events at these moments by quarters before `until`. */
const quarters = (until: Date, moments: readonly string[]) => {
  const counts = new Map<number, number>();
  for (const moment of moments) {
    const slot = Math.floor((until.getTime() - 1 - Date.parse(moment)) / quarter);
    counts.set(slot, (counts.get(slot) ?? 0) + 1);
  }
  return counts;
};

describe('the hours of a step', () => {
  const until = new Date('2026-11-18T12:10:00Z');
  const compared = { until, hours: 3, timezone: 'America/New_York' };

  it('are counted back from the moment of the evaluation', () => {
    const moments = ['2026-11-18T12:09:59.999Z', '2026-11-18T11:10:00Z', '2026-11-18T11:09:59Z'];
    expect(flowOf(quarters(until, moments), compared).recent).toEqual([2, 1, 0]);
  });

  it('are compared with the same hours of the four weeks before', () => {
    const moments = ['11-11T11:20', '11-04T11:20', '11-04T10:20', '10-28T10:20', '10-21T10:20'];
    const times = moments.map((one) => `2026-${one}:00Z`);
    // Summer time ended on 1 November: the same hour by the clock was an hour earlier.
    expect(flowOf(quarters(until, times), compared).weeks).toEqual([
      [1, 0, 0],
      [1, 1, 0],
      [1, 0, 0],
      [1, 0, 0],
    ]);
  });

  it('of weeks before the first event do not count', () => {
    const times = ['2026-11-04T11:20:00Z'];
    expect(flowOf(quarters(until, times), compared).weeks).toEqual([
      [0, 0, 0],
      [1, 0, 0],
    ]);
    expect(flowOf(new Map(), compared).weeks).toEqual([]);
  });

  it.each(['2026-03-05', '2026-03-15', '2026-04-01', '2026-11-03', '2026-11-15', '2026-11-25'])(
    'lie in the periods that are read, also where the clock changes: %s',
    (day) => {
      const end = new Date(`${day}T06:00:00Z`);
      const asked = { until: end, hours: 96, timezone: 'America/New_York' };
      const periods = comparedPeriods(asked);
      const read = [...Array(40 * 96).keys()].filter((slot) => {
        const time = end.getTime() - 1 - slot * quarter;
        return periods.some(({ from, to }) => from.getTime() <= time && time < to.getTime());
      });
      const { recent, weeks } = flowOf(new Map(read.map((slot) => [slot, 1])), asked);
      expect(weeks).toHaveLength(4);
      expect(new Set([recent, ...weeks].flat())).toEqual(new Set([4]));
    },
  );
});
