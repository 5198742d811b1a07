import { expect, it } from 'vitest';
import { funnelChangeSchema } from '#contract/funnels/schemas.ts';
import {
  funnelDraftFaults,
  funnelDraftOf,
  isCountable,
  isPublishable,
} from '#model/funnel-draft.ts';
import { funnel, landing } from '../../support/funnel-overview.ts';

const draft = funnelDraftOf(funnel);
const blocking = (change: Partial<typeof draft>) =>
  funnelDraftFaults({ ...draft, ...change })
    .filter(({ allowsSave }) => !allowsSave)
    .map(({ path, message }) => [path.join('.'), message]);

it('is what the server stores', () => {
  expect(funnelChangeSchema.safeParse(draft).error).toBeUndefined();
  expect(funnelDraftFaults(draft)).toEqual([]);
  expect([isCountable(draft), isPublishable(draft)]).toEqual([true, true]);
});

it('can be saved with too few steps, and not be published', () => {
  const short = { ...draft, steps: [landing] };
  expect(funnelDraftFaults(short)).toEqual([
    { path: ['steps'], message: 'Add at least 2 steps.', allowsSave: true },
  ]);
  expect([isCountable(short), isPublishable(short)]).toEqual([true, false]);
  expect(isCountable({ ...draft, steps: [] })).toBe(false);
});

it('cannot be saved with a field that the server would refuse', () => {
  expect(blocking({ name: ' ' })).toEqual([['name', 'Enter a name.']]);
  expect(blocking({ description: 'a'.repeat(501) })).toEqual([
    ['description', 'Use at most 500 characters.'],
  ]);
  expect(blocking({ window_minutes: 0 })).toEqual([
    ['window_minutes', 'Choose from 1 minute to 90 days.'],
  ]);
  expect(blocking({ targets: { overall_rate: 2, cpa: 'much' } })).toEqual([
    ['targets.overall_rate', 'Enter 0 to 100 %.'],
    ['targets.cpa', 'Enter an amount such as 25 or 24.90.'],
  ]);
  expect(blocking({ steps: [landing, { ...landing, name: 'Twin' }] })).toEqual([
    ['steps.1.slug', '“landing” is the short name of another step.'],
  ]);
});
