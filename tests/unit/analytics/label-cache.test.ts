import { describe, expect, it } from 'vitest';
import { createLabelBook } from '#server/analytics/runner/label-cache.ts';

const named = (name: string) => ({
  campaign: new Map([['c-1', name]]),
  adset: new Map(),
  ad: new Map(),
});

/** A book at a time that stands still, and how often it was read for. */
function opened() {
  const clock = { now: 0 };
  const book = createLabelBook(() => clock.now);
  let reads = 0;
  const ask = (name: string, projects = [7]) =>
    book.labelsOf(projects, async () => {
      reads += 1;
      return named(name);
    });
  return { book, clock, ask, reads: () => reads };
}

describe('the book of labels', () => {
  it('reads once for the same projects', async () => {
    const { ask, reads } = opened();
    await ask('Spring');
    expect((await ask('Summer'))?.campaign.get('c-1')).toBe('Spring');
    expect((await ask('Autumn', [7, 8]))?.campaign.get('c-1')).toBe('Autumn');
    expect(reads()).toBe(2);
  });

  it('remembers too that there are too many', async () => {
    const { book, ask } = opened();
    await book.labelsOf([7], async () => null);
    expect(await ask('Spring')).toBeNull();
  });

  it('reads again as soon as new names are stored', async () => {
    const { book, ask } = opened();
    await ask('Spring');
    book.forget();
    expect((await ask('Summer'))?.campaign.get('c-1')).toBe('Summer');
  });

  it('keeps nothing that was read while new names were stored', async () => {
    const { book, ask } = opened();
    const late = book.labelsOf([7], async () => {
      book.forget();
      return named('Spring');
    });
    expect((await late)?.campaign.get('c-1')).toBe('Spring');
    expect((await ask('Summer'))?.campaign.get('c-1')).toBe('Summer');
  });

  it('reads again after ten seconds, for names that another process stored', async () => {
    const { clock, ask } = opened();
    await ask('Spring');
    clock.now = 9_999;
    expect((await ask('Summer'))?.campaign.get('c-1')).toBe('Spring');
    clock.now = 10_000;
    expect((await ask('Summer'))?.campaign.get('c-1')).toBe('Summer');
  });

  it('keeps nothing where reading failed', async () => {
    const { book, ask } = opened();
    await expect(book.labelsOf([7], () => Promise.reject(new Error('away')))).rejects.toThrow();
    expect((await ask('Spring'))?.campaign.get('c-1')).toBe('Spring');
  });
});
