import { describe, expect, it } from 'vitest';
import { reportQuerySchema } from '#contract/report-query.ts';
import { chosenBy } from '#server/analytics/conversions/chosen.ts';
import { pageOf } from '#server/analytics/conversions/log.ts';
import { readModel } from '#server/analytics/model.ts';
import type { Reading } from '#server/analytics/reading.ts';

const model = readModel();
const project = {
  id: 7,
  name: 'Shop',
  slug: 'shop',
  timezone: 'UTC',
  currency: 'USD',
  affids: null,
};
const days = { start_date: '2026-09-01', end_date: '2026-11-20' };
const chosen = chosenBy(
  reportQuerySchema.parse({ affiliate_id: 'all', timezone: 'UTC', ...days }),
  { projects: [project] },
  new Date('2026-11-22T12:00:00Z'),
);
const at = (text: string) => String(Date.parse(text) / 1000);

/** Answers the statements in turn and keeps what was asked. */
function reader(answers: string[][][]) {
  const asked: { sql: string; instants: string[] }[] = [];
  const select: Reading['select'] = async ({ sql, parameters }) => {
    const instants = Object.values(parameters).filter((value) => typeof value === 'string');
    asked.push({ sql, instants });
    return answers[asked.length - 1] ?? [];
  };
  const names = {
    fewLabelsOfAll: async () => ({ campaign: new Map(), adset: new Map(), ad: new Map() }),
  } as unknown as Reading['names'];
  return { asked, reading: { model, select, names } as unknown as Reading };
}

describe('a page of the log', () => {
  it('reads the hours that hold it, with an hour around for twins', async () => {
    const { asked, reading } = reader([[['51', at('2026-11-20T20:00:00Z')]], []]);
    await pageOf(chosen, { after: null, limit: 50, counted: true }, reading);
    expect(asked[1]?.instants[0]).toBe('2026-11-20 19:00:00.000');
  });

  it('reads everything where fewer are there than were counted a moment ago', async () => {
    const { asked, reading } = reader([[['51', at('2026-11-20T20:00:00Z')]], [], []]);
    await pageOf(chosen, { after: null, limit: 50, counted: true }, reading);
    expect(asked).toHaveLength(3);
    expect(asked[2]?.instants[0]).toBe('2026-08-31 23:00:00.000');
  });

  it('asks once where there is nothing, and says so', async () => {
    const { asked, reading } = reader([[['0', '0']]]);
    const page = await pageOf(chosen, { after: null, limit: 50, counted: true }, reading);
    expect(page).toEqual({ rows: [], next: null, total: 0 });
    expect(asked).toHaveLength(1);
  });

  it('looks further back until there are enough, and no further than the period', async () => {
    const { asked, reading } = reader([
      [['3', at('2026-11-20T20:00:00Z')]],
      [['48', at('2026-11-03T04:00:00Z')]],
    ]);
    const after = { time: Date.parse('2026-11-20T22:30:00Z'), project: 7, id: 'c_1' };
    await pageOf(chosen, { after, limit: 50, counted: false }, reading);
    expect(asked.slice(0, 3).map(({ instants }) => instants.slice(0, 2))).toEqual([
      ['2026-11-19 22:00:00.000', '2026-11-20 22:00:00.000'],
      ['2026-10-30 08:00:00.000', '2026-11-19 22:00:00.000'],
      ['2026-11-03 03:00:00.000', '2026-11-21 00:00:00.000'],
    ]);
    const empty = reader([[['0', '0']], [['0', '0']]]);
    await pageOf(chosen, { after, limit: 50, counted: false }, empty.reading);
    expect(empty.asked).toHaveLength(3);
    expect(empty.asked[1]?.instants[0]).toBe('2026-09-01 00:00:00.000');
  });
});
