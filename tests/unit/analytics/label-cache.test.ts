import { describe, expect, it } from 'vitest';
import { createLabelCache } from '#server/analytics/runner/label-cache.ts';

const named = (name: string) => ({
  campaign: new Map([['c-1', name]]),
  adset: new Map(),
  ad: new Map(),
});

/** A cache at a fixed time, with the number of its reads. */
function opened() {
  const clock = { now: 0 };
  const cache = createLabelCache(() => clock.now);
  let reads = 0;
  const runQuery = (name: string, reader = '7') =>
    cache.labelsOf(reader, async () => {
      reads += 1;
      return named(name);
    });
  return { book: cache, clock, runQuery, reads: () => reads };
}

describe('the cache of labels', () => {
  it('reads once for the same projects', async () => {
    const { runQuery, reads } = opened();
    await runQuery('Spring');
    expect((await runQuery('Summer'))?.campaign.get('c-1')).toBe('Spring');
    expect((await runQuery('Autumn', '7,8'))?.campaign.get('c-1')).toBe('Autumn');
    expect(reads()).toBe(2);
  });

  it('caches that there are too many, too', async () => {
    const { book: cache, runQuery } = opened();
    await cache.labelsOf('7', async () => null);
    expect(await runQuery('Spring')).toBeNull();
  });

  it('reads again as soon as new names are stored', async () => {
    const { book: cache, runQuery } = opened();
    await runQuery('Spring');
    cache.forget();
    expect((await runQuery('Summer'))?.campaign.get('c-1')).toBe('Summer');
  });

  it('caches nothing that was read while new names were stored', async () => {
    const { book: cache, runQuery } = opened();
    const late = cache.labelsOf('7', async () => {
      cache.forget();
      return named('Spring');
    });
    expect((await late)?.campaign.get('c-1')).toBe('Spring');
    expect((await runQuery('Summer'))?.campaign.get('c-1')).toBe('Summer');
  });

  it('reads again after ten seconds, for names that another process stored', async () => {
    const { clock, runQuery } = opened();
    await runQuery('Spring');
    clock.now = 9_999;
    expect((await runQuery('Summer'))?.campaign.get('c-1')).toBe('Spring');
    clock.now = 10_000;
    expect((await runQuery('Summer'))?.campaign.get('c-1')).toBe('Summer');
  });

  it('caches nothing when a read failed', async () => {
    const { book: cache, runQuery } = opened();
    await expect(cache.labelsOf('7', () => Promise.reject(new Error('away')))).rejects.toThrow();
    expect((await runQuery('Spring'))?.campaign.get('c-1')).toBe('Spring');
  });
});
