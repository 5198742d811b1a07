import { describe, expect, it } from 'vitest';
import { filterToRow } from '#machines/dashboard/table-filters.ts';
import { startOf } from '#machines/selection/selection-model.ts';
import { recordingParent } from '../../support/recording-parent.ts';
import { member } from '../../support/samples.ts';

const context = {
  ...startOf({ member, facts: {}, parent: recordingParent<never>().parent as never }),
  filters: { device: ['-tablet', 'mobile'] },
};
const to = (grouping: 'affid' | 'country' | 'date' | 'device' | 'hour', key: string) =>
  [false, true].map((isExcluding) => filterToRow(context, { grouping, key }, isExcluding));

describe('a row of the table', () => {
  it('adds its value to the filters, or to the excluded values', () => {
    expect(to('device', 'desktop')).toEqual([
      { type: 'filter.choose', group: 'device', values: ['desktop'] },
      { type: 'filter.choose', group: 'device', values: ['-tablet', '-desktop'] },
    ]);
    expect(to('country', 'US')).toEqual([
      { type: 'filter.choose', group: 'country', values: ['US'] },
      { type: 'filter.choose', group: 'country', values: ['-US'] },
    ]);
  });

  it('separates a value from its sign', () => {
    expect(to('device', '-dash')).toEqual([
      { type: 'filter.choose', group: 'device', values: ['\\-dash'] },
      { type: 'filter.choose', group: 'device', values: ['-tablet', '--dash'] },
    ]);
  });

  it('keeps commas', () => {
    expect(to('device', 'a, b')[0]).toMatchObject({ values: ['a, b'] });
  });

  it('chooses affiliates by their code, and days without other days', () => {
    expect(to('affid', '1001')).toEqual([
      { type: 'affiliates.choose', affiliates: [3] },
      { type: 'affiliates.choose', affiliates: [4] },
    ]);
    expect(to('date', '2026-11-20')).toEqual([
      { type: 'range.choose', range: { start: '2026-11-20', end: '2026-11-20' } },
      null,
    ]);
  });

  it('filters by nothing where the selection has no such filter', () => {
    expect(to('hour', '2026-11-20T14:00:00-05:00')).toEqual([null, null]);
    expect(to('affid', 'ghost')).toEqual([null, null]);
    expect(to('device', '')).toEqual([null, null]);
  });
});
