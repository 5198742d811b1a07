import { describe, expect, it } from 'vitest';
import { readEvent } from '#contract/collect/events.ts';
import { costOf } from '#server/collect/cost-row.ts';
import { Parameters } from '#server/warehouse/parameters.ts';
import { daysOf } from '#server/warehouse/window-sql.ts';

const daysAround = (from: Date, to: Date) => {
  const parameters = new Parameters();
  daysOf([{ from, to }], parameters);
  const { p0, p1 } = parameters.values;
  return { from: String(p0), to: String(p1) };
};

const timeOf = (day: string, timezone: string): Date => {
  const project = { id: 1, timezone, currency: 'USD', primaryEvent: 'purchase' };
  const read = readEvent({ event_name: 'cost', campaign_id: 'c1', spend: '1' });
  if (read.kind !== 'cost') throw new Error(`This is no cost: ${read.kind}.`);
  return new Date(costOf(read.event, day, project, new Date(0), () => null).cost.event_time);
};

describe('the days of a window', () => {
  it('contain the day of a cost, in any zone of its project', () => {
    for (const timezone of Intl.supportedValuesOf('timeZone')) {
      for (const day of ['2011-12-29', '2012-01-01', '2026-03-08', '2026-07-01', '2026-11-01']) {
        const time = timeOf(day, timezone);
        const days = daysAround(time, new Date(time.getTime() + 1_000));
        const isIn = days.from <= day && day < days.to;
        expect([timezone, day, isIn]).toEqual([timezone, day, true]);
      }
    }
  });

  it('are those it touches and one more at each end', () => {
    const [from, to] = [new Date('2026-11-20T05:00:00Z'), new Date('2026-11-21T05:00:00Z')];
    expect(daysAround(from, to)).toEqual({ from: '2026-11-19', to: '2026-11-23' });
  });

  it('begin with the first that the warehouse can store', () => {
    const days = daysAround(new Date(0), new Date('1970-01-02T00:00:00Z'));
    expect(days).toEqual({ from: '1970-01-01', to: '1970-01-04' });
  });
});
