import { expect, it } from 'vitest';
import type { Definition } from '#contract/funnels/definition.ts';
import { definitionChanges, span } from '#model/funnel-changes.ts';
import { bump, checkout, definition, landing, purchase } from '../../support/funnel-overview.ts';

const changesTo = (change: Partial<Definition>) =>
  definitionChanges(definition, { ...definition, ...change });

it('says nothing about equal definitions', () => {
  expect(definitionChanges(definition, structuredClone(definition))).toEqual([]);
});

it('names what is counted and how long', () => {
  expect(changesTo({ count_by: 'click', window_minutes: 90 })).toEqual([
    'It counts clicks instead of visitors.',
    'The window is 90 minutes instead of 7 days.',
  ]);
});

it('names added, removed and moved steps; what was added or removed is not moved', () => {
  const thanks = { ...purchase, slug: 'thanks', name: 'Thanks' };
  expect(changesTo({ steps: [landing, thanks, checkout, purchase] })).toEqual([
    '“Thanks” was added.',
    '“Order bump” was removed.',
  ]);
  expect(changesTo({ steps: [checkout, landing, bump, purchase] })).toEqual([
    'The steps have another order.',
  ]);
});

it('names what changed in a step', () => {
  const renamed = {
    ...bump,
    name: 'Bump',
    optional: false,
    window_minutes: null,
    matcher: purchase.matcher,
  };
  expect(changesTo({ steps: [landing, checkout, renamed, purchase] })).toEqual([
    '“Order bump” is now called “Bump”.',
    '“Bump” counts other events.',
    '“Bump” is now required.',
    '“Bump” has no window of its own any more.',
  ]);
  const later = { ...checkout, optional: true, window_minutes: 1 };
  expect(changesTo({ steps: [landing, later, bump, purchase] })).toEqual([
    '“Checkout” is now optional.',
    '“Checkout” has a window of 1 minute.',
  ]);
});

it('names changed exclusions', () => {
  const exclusion = { matcher: bump.matcher, from_step: 'landing', to_step: 'purchase' };
  expect(changesTo({ exclusions: [exclusion] })).toEqual(['The exclusions changed.']);
});

it('writes a window in the largest unit that divides it', () => {
  expect([1, 59, 60, 120, 1_440, 1_500, 129_600].map(span)).toEqual([
    '1 minute',
    '59 minutes',
    '1 hour',
    '2 hours',
    '1 day',
    '25 hours',
    '90 days',
  ]);
});
