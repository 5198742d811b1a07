import { describe, expect, it } from 'vitest';
import { reportQuerySchema } from '#contract/analytics/report-query.ts';
import { readModel } from '#server/analytics/compiler/model.ts';
import { selectConversions } from '#server/analytics/conversion-rows/selected-conversions.ts';
import { storedColumns } from '#server/analytics/conversion-rows/stored-side.ts';
import type { AnalyticsReader } from '#server/analytics/runner/analytics-reader.ts';
import { pageOf } from '#server/conversions/conversion-log.ts';
import { createDensity } from '#server/conversions/log-row-density.ts';

const model = readModel();
const project = {
  id: 7,
  name: 'Shop',
  slug: 'shop',
  timezone: 'UTC',
  currency: 'USD',
  affids: null,
  visibleAffids: null,
};
const days = { start_date: '2026-09-01', end_date: '2026-11-20' };
const selected = selectConversions(
  reportQuerySchema.parse({ affiliate_id: 'all', timezone: 'UTC', ...days }),
  { projects: [project] },
  new Date('2026-11-22T12:00:00Z'),
);
const at = (text: string) => String(Date.parse(text) / 1000);

/** Answers the statements in turn and records them. */
function reader(answers: string[][][]) {
  const requests: { sql: string; instants: string[] }[] = [];
  const select: AnalyticsReader['select'] = async ({ sql, parameters }) => {
    const instants = Object.values(parameters).filter((value) => typeof value === 'string');
    requests.push({ sql, instants });
    return answers[requests.length - 1] ?? [];
  };
  const names = {
    fewLabelsOfAll: async () => ({ campaign: new Map(), adset: new Map(), ad: new Map() }),
  } as unknown as AnalyticsReader['names'];
  return { requests, analytics: { model, select, names } as unknown as AnalyticsReader };
}

describe('a page of the log', () => {
  it('reads the hours that contain it, with an hour around for twins', async () => {
    const { requests, analytics } = reader([[['51', at('2026-11-20T20:00:00Z')]], []]);
    await pageOf(selected, { after: null, limit: 50, counted: true }, createDensity(), analytics);
    expect(requests[1]?.instants[0]).toBe('2026-11-20 19:00:00.000');
  });

  it('reads everything where fewer rows are there than were counted a moment ago', async () => {
    const { requests, analytics } = reader([[['51', at('2026-11-20T20:00:00Z')]], [], []]);
    await pageOf(selected, { after: null, limit: 50, counted: true }, createDensity(), analytics);
    expect(requests).toHaveLength(3);
    expect(requests[2]?.instants[0]).toBe('2026-08-31 23:00:00.000');
  });

  it('queries once where the log is empty, and returns none', async () => {
    const { requests, analytics } = reader([[['0', '0']]]);
    const page = await pageOf(
      selected,
      { after: null, limit: 50, counted: true },
      createDensity(),
      analytics,
    );
    expect(page).toEqual({ rows: [], next: null, total: 0 });
    expect(requests).toHaveLength(1);
  });

  it('reads further back until there are enough, up to the start of the period', async () => {
    const { requests, analytics } = reader([
      [['3', at('2026-11-20T20:00:00Z')]],
      [['48', at('2026-11-03T04:00:00Z')]],
    ]);
    const after = { time: Date.parse('2026-11-20T22:30:00Z'), project: 7, id: 'c_1' };
    await pageOf(selected, { after, limit: 50, counted: false }, createDensity(), analytics);
    expect(requests.slice(0, 3).map(({ instants }) => instants.slice(0, 2))).toEqual([
      ['2026-11-19 22:00:00.000', '2026-11-20 22:00:00.000'],
      ['2026-10-30 08:00:00.000', '2026-11-19 22:00:00.000'],
      ['2026-11-03 03:00:00.000', '2026-11-21 00:00:00.000'],
    ]);
    const empty = reader([[['0', '0']], [['0', '0']]]);
    await pageOf(selected, { after, limit: 50, counted: false }, createDensity(), empty.analytics);
    expect(empty.requests).toHaveLength(3);
    expect(empty.requests[1]?.instants[0]).toBe('2026-09-01 00:00:00.000');
  });

  describe('of a project with cached counts', () => {
    const first = { after: null, limit: 50, counted: true };
    const many = (count: number) => [[[`${count}`, at('2026-11-20T20:00:00Z')]], []];
    /** 3,642 an hour: 40,000 are in the last eleven hours. */
    const dense = async (count = 7_080_000) => {
      const density = createDensity();
      await pageOf(selected, first, density, reader(many(count)).analytics);
      return density;
    };
    const storedNames = storedColumns.split(', ').map((text) => /(\w+)\)*$/.exec(text)?.[1] ?? '');
    const lead = (index: number) =>
      storedNames.map((name) => {
        const own = { project_id: '7', conversion_id: `c_${index}`, side: 'server', paired: '0' };
        const more = { record: 'conversion', status: 'approved', dedup_method: 'none' };
        const sums = { value: '1', value_sent: '1', payout: '0', raw_count: '1', raw_value: '1' };
        const time = { event_time: String(Date.parse('2026-11-20T23:00:00Z') - index) };
        return { ...own, ...more, ...sums, ...time }[name as 'side'] ?? '';
      });

    it('is read at its end beside the count, and nowhere else when it is there', async () => {
      const page = Array.from({ length: 51 }, (_, index) => lead(index));
      const { requests, analytics } = reader([many(7_080_000)[0] ?? [], page]);
      const { rows, total } = await pageOf(selected, first, await dense(), analytics);
      expect(requests).toHaveLength(2);
      expect(requests[1]?.instants[0]).toBe('2026-11-20 22:00:00.000');
      expect([rows.length, total]).toEqual([50, 7_080_000]);
    });

    it('is read further back where a filter has no count', async () => {
      const { requests, analytics } = reader([[['51', at('2026-11-20T20:00:00Z')]], []]);
      const filtered = { ...selected, filter: { ...selected.filter, mismatch: true } };
      await pageOf(filtered, first, await dense(), analytics);
      expect(requests[1]?.instants[0]).toBe('2026-11-20 12:00:00.000');
    });

    it.each([
      ['four times the hours that should hold it', 97_200, '2026-11-20 18:00:00.000'],
      ['a day, which has its night', 11_664, '2026-11-19 23:00:00.000'],
      ['twice the hours, where they are more than a day', 3_888, '2026-11-18 20:00:00.000'],
    ])('is read in %s', async (_, counted, since) => {
      const density = await dense(708_000);
      const filtered = { ...selected, filter: { ...selected.filter, mismatch: true } };
      await pageOf(filtered, first, density, reader(many(counted)).analytics);
      const { requests, analytics } = reader(many(counted));
      await pageOf(filtered, first, density, analytics);
      expect(requests[1]?.instants[0]).toBe(since);
    });

    it('is not predicted where too few were counted', async () => {
      const density = await dense();
      const filtered = { ...selected, filter: { ...selected.filter, mismatch: true } };
      await pageOf(filtered, first, density, reader([...many(300)]).analytics);
      const { requests, analytics } = reader([...many(300)]);
      await pageOf(filtered, first, density, analytics);
      expect(requests[1]?.instants[0]).toBe('2026-11-20 19:00:00.000');
    });

    it('is read where the count predicts it when it is not there', async () => {
      const { requests, analytics } = reader([[['51', at('2026-09-03T20:00:00Z')]], [], []]);
      await pageOf(selected, first, await dense(), analytics);
      expect(requests[2]?.instants[0]).toBe('2026-09-03 19:00:00.000');
    });

    it('is not predicted for an id', async () => {
      const { requests, analytics } = reader([[['0', '0']]]);
      const searched = { ...selected, filter: { search: 'c_1' } };
      await pageOf(searched, first, await dense(), analytics);
      expect(requests).toHaveLength(1);
    });
  });
});
