import { describe, expect, it } from 'vitest';
import { createStoredLabels } from '#server/pipeline/stored-labels.ts';
import type { LabelRow } from '#server/warehouse/rows.ts';

const label = (fields: Partial<LabelRow> = {}): LabelRow => ({
  project_id: 1,
  kind: 'campaign',
  id: 'c1',
  affid: '',
  name: 'Spring',
  seen_at: '2026-11-20T12:00:00.000Z',
  ...fields,
});
const later = '2026-11-20T12:00:01.000Z';

/** A cache that stores each batch, with the number of calls for new names. */
function opened(most?: number) {
  let called = 0;
  const cache = createStoredLabels(() => {
    called += 1;
  }, most);
  const store = (...labels: LabelRow[]): LabelRow[] => {
    const fresh = cache.newIn(labels);
    cache.keep(fresh);
    return fresh;
  };
  return { store, called: () => called };
}

describe('the cache of stored labels', () => {
  it.each<[title: string, a: Partial<LabelRow>, b: Partial<LabelRow>]>([
    [
      'an affiliate and an id that share a space',
      { affid: 'US', id: 'Summer' },
      { affid: '', id: 'US Summer' },
    ],
    [
      'two affiliates of which one has a space',
      { affid: 'A', id: 'B C' },
      { affid: 'A B', id: 'C' },
    ],
    ['two projects', { project_id: 1 }, { project_id: 11 }],
    ['two kinds', { kind: 'adset' }, { kind: 'ad' }],
  ])('tells apart %s', (_, a, b) => {
    const { store } = opened();
    const both = [label(a), label(b)];
    expect(store(...both)).toEqual(both);
    expect(store(...both)).toEqual([]);
  });

  it('keeps 26,000 named ads of one affiliate', () => {
    const { store, called } = opened();
    const ads = Array.from({ length: 26_000 }, (_, index) => label({ kind: 'ad', id: `${index}` }));
    const rows = ads.flatMap((one) => [one, { ...one, affid: 'A7' }]);
    for (let at = 0; at < rows.length; at += 5_000) store(...rows.slice(at, at + 5_000));
    const stored = called();
    expect(store(...rows)).toEqual([]);
    expect(called()).toBe(stored);
  });

  it('drops one label for one more, the one that was unused for longest', () => {
    const { store } = opened(3);
    const [first, second, third, fourth] = ['1', '2', '3', '4'].map((id) => label({ id }));
    if (!first || !second || !third || !fourth) throw new Error('There are four labels.');
    store(first, second, third);
    expect(store(first, fourth)).toEqual([fourth]);
    expect(store(first, third, fourth)).toEqual([]);
    expect(store(second)).toEqual([second]);
  });

  it('calls once for a batch with a new or changed name, and not for one that ends with the old name', () => {
    const { store, called } = opened();
    store(label(), label({ id: 'c2' }));
    expect(called()).toBe(1);
    store(label());
    expect(called()).toBe(1);
    store(label({ name: 'Summer' }), label({ seen_at: later }));
    expect(called()).toBe(1);
    store(label({ name: 'Summer', seen_at: later }));
    expect(called()).toBe(2);
  });
});
