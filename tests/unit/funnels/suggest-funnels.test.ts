import { describe, expect, it } from 'vitest';
import { definitionSchema } from '#contract/funnels/definition.ts';
import { definitionFaults } from '#contract/funnels/definition-faults.ts';
import type { Journey } from '#server/funnels/discovery/journeys.ts';
import { suggestFunnels } from '#server/funnels/discovery/suggest-funnels.ts';

const minute = 60_000;

/** Events and pages a minute apart, and a conversion `after` so many minutes. */
const journey = (visits: readonly string[], after = 30): Journey => ({
  convertedAt: after * minute,
  visits: visits.map((one, index) => ({
    event: one.startsWith('/') ? 'page_view' : one,
    path: one.startsWith('/') ? one : '',
    at: index * minute,
  })),
});
const times = (count: number, one: (index: number) => Journey): Journey[] =>
  [...Array(count).keys()].map(one);

const suggest = (journeys: readonly Journey[], primary = 'purchase') =>
  suggestFunnels(journeys, { primary, countBy: 'visitor' });
const stepsOf = (journeys: readonly Journey[]) =>
  suggest(journeys).map(({ definition }) => definition.steps.map(({ name }) => name));

describe('suggestions', () => {
  it('begin with the most frequent chain', () => {
    const journeys = [
      ...times(3, () => journey(['/quiz', 'lead'])),
      ...times(7, () => journey(['/offer', 'initiate_checkout'])),
    ];
    expect(suggest(journeys).map(({ name }) => name)).toEqual([
      'Landing /offer to Purchase',
      'Landing /quiz to Purchase',
    ]);
  });

  it('are at most five, each different, and can be published', () => {
    const pages = ['/a', '/b', '/c', '/d', '/e', '/f', '/g'];
    const found = suggest(
      pages.flatMap((path, index) => times(10 - index, () => journey([path, '/checkout']))),
    );
    expect(found).toHaveLength(5);
    expect(new Set(found.map(({ definition }) => JSON.stringify(definition.steps))).size).toBe(5);
    expect(new Set(found.map(({ name }) => name)).size).toBe(5);
    for (const { definition } of found) {
      expect(definitionSchema.parse(definition)).toEqual(definition);
      expect(definitionFaults(definition)).toEqual([]);
    }
  });

  it('give funnels between the same steps different names', () => {
    const found = suggest([
      ...times(4, () => journey(['/offer', 'lead'])),
      ...times(3, () => journey(['/offer', 'initiate_checkout'])),
    ]);
    expect(found.map(({ name }) => name)).toEqual([
      'Landing /offer to Purchase',
      'Landing /offer to Purchase via Checkout',
    ]);
  });

  it('name pages that few people share by their folder, else by the event alone', () => {
    expect(stepsOf(times(10, (index) => journey([`/blog/${index}`, '/offer'])))).toEqual([
      ['Landing /blog/…', 'Page /offer', 'Purchase'],
    ]);
    expect(stepsOf(times(10, (index) => journey([`/${index}`, 'lead'])))).toEqual([
      ['Landing', 'Lead', 'Purchase'],
    ]);
  });

  it('leave out what few people did on the way', () => {
    const journeys = times(30, (index) =>
      journey(['/offer', ...(index === 7 ? ['chat', '/imprint'] : []), 'initiate_checkout']),
    );
    expect(stepsOf(journeys)).toEqual([['Landing /offer', 'Checkout', 'Purchase']]);
  });

  it('keep the five most frequent of more steps in their order', () => {
    const many = ['/a', '/b', '/c', '/d', '/e', '/f'];
    const journeys = [
      ...times(5, () => journey(many)),
      ...times(5, () => journey(many.filter((path) => path !== '/c'))),
    ];
    expect(stepsOf(journeys)).toEqual([
      ['Landing /a', 'Page /b', 'Page /d', 'Page /e', 'Page /f', 'Purchase'],
    ]);
  });

  it('allow the time in which nearly all converted', () => {
    const windowAfter = (minutes: readonly number[]) =>
      suggest(minutes.map((one) => journey(['/offer'], one)))[0]?.definition.window_minutes;
    expect(windowAfter(Array(20).fill(60))).toBe(60);
    expect(windowAfter(Array(20).fill(61))).toBe(1_440);
    expect(windowAfter([...Array(19).fill(5), 40_000])).toBe(60);
    expect(windowAfter([...Array(17).fill(5), ...Array(3).fill(9_000)])).toBe(10_080);
    expect(windowAfter(Array(20).fill(60_000))).toBe(43_200);
  });

  it('work with one person, and are none without any', () => {
    expect(stepsOf([journey(['/offer', 'lead'])])).toEqual([
      ['Landing /offer', 'Lead', 'Purchase'],
    ]);
    expect(suggest([])).toEqual([]);
    expect(suggest([journey([])])).toEqual([]);
  });

  it('shorten long names and never use a reserved slug', () => {
    const [found] = suggest(times(3, () => journey(['edit', `/${'long-'.repeat(40)}`])));
    expect(found?.definition.steps.map(({ slug }) => slug)[0]).toBe('edit-2');
    expect(definitionSchema.safeParse(found?.definition).error).toBeUndefined();
    expect(found && definitionFaults(found.definition)).toEqual([]);
  });
});
